import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { listCycleBills } from '#areas/invoices/store/event-bills.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { openAccount } from '#test/billing-scenario.ts';
import { asSandbox } from '#test/metering-scenario.ts';
import { asOwner } from '#test/partition-scenario.ts';
import { payInvoice } from '#test/payment-scenario.ts';
import { owe } from '#test/receivable-scenario.ts';
import { useService } from '#test/running-app.ts';
import { ageBounds } from '../rules.ts';
import { receivableList, sumOutstanding, sumReceivables } from './receivables.ts';

const service = useService({}, { own: 'counts searches of indexes' });
/** As those of cycles have. */
const OTHERS: Record<string, string> = { schedule_id: `'sch-' || n`, invoice_type: `'STANDARD'` };
const COPIES = 20_000;

/** Years of paid invoices, and the open ones of a month. */
beforeAll(async () => {
  const client = service.sandbox;
  await client.setClock('2030-01-01T00:00:00Z');
  await openAccount(client, 'acme');
  const [paid, open] = [await owe(client, 'acme', { amount: 100 }), await owe(client, 'acme', { amount: 7 })];
  await payInvoice(client, { accountId: 'acme', invoiceId: paid.id, amount: 100 });
  await asOwner(service, async (owner) => {
    const { rows } = await owner.query(
      `select attname as name from pg_attribute
       where attrelid = 'invoices'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    );
    const values = rows.map(({ name }) =>
      name === 'id' || name === 'sequence_id' ? `${name} || '-' || n` : (OTHERS[name] ?? name),
    );
    const copy = `insert into invoices (${rows.map(({ name }) => name)}) select ${values}`;
    await owner.query('begin; set local session_replication_role = replica');
    // Open ones lie among the others, as they do after years.
    await owner.query(
      `${copy} from generate_series(1, $1::int) as n
       join invoices i on i.id = case when n % 20 = 0 then $2 else $3 end`,
      [COPIES, open.id, paid.id],
    );
    await owner.query('commit');
    // A page is read from the index alone once no transaction on the server may still miss its rows.
    for (let tries = 0, visible = 0; visible === 0 && tries < 100; tries++) {
      await sleep(tries && 100);
      await owner.query('vacuum (analyze) invoices');
      const { rows: tables } = await owner.query(
        `select relallvisible as visible from pg_class where oid = 'invoices'::regclass`,
      );
      visible = tables[0].visible;
    }
  });
}, 120_000);

/** How often a statement searches an index. */
async function searchesOf(index: string, work: (tx: Tx, org: Org) => Promise<unknown>): Promise<number> {
  const count = () =>
    asSandbox(service, async (tx) => {
      const { rows } = await sql<{ searches: number }>`
        select idx_scan::int as searches from pg_stat_user_indexes where indexrelname = ${index}`.execute(tx);
      return rows[0]?.searches ?? Number.NaN;
    });
  const before = await count();
  await asSandbox(service, async (tx, org) => {
    await work(tx, org);
    await sql`select pg_stat_force_next_flush()`.execute(tx);
  });
  return (await count()) - before;
}

const page = { spec: receivableList, pageSize: 50, filters: {}, search: null, after: null, sort: [] };
const bounds = ageBounds(Temporal.Instant.from('2030-01-01T00:00:00Z'), 'UTC');

it.each([
  ['what is open in all', 'invoices_receivable', sumOutstanding],
  [
    'receivables by debtor',
    'invoices_receivable',
    (tx: Tx, org: Org) => sumReceivables(tx, org, { page: page as never, bounds, timeZone: 'UTC' }),
  ],
  [
    'the invoice of an event',
    'invoices_of_schedule',
    (tx: Tx, org: Org) =>
      listCycleBills(tx, org, [{ scheduleId: 'sch-5', at: Temporal.Instant.from('2029-12-10T00:00:00Z') }]),
  ],
] as const)('%s: searches %s among years of paid invoices', async (_, index, work) => {
  expect(await searchesOf(index, work)).toBe(1);
});
