import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { PageRequest } from '#platform/http/list.ts';
import { openAccount } from '#test/billing-scenario.ts';
import { asSandbox } from '#test/metering-scenario.ts';
import { asOwner } from '#test/partition-scenario.ts';
import { payInvoice } from '#test/payment-scenario.ts';
import { owe } from '#test/receivable-scenario.ts';
import { useService } from '#test/running-app.ts';
import { journalLineList, linesOf } from './journal.ts';

const service = useService();
const COPIES = 20_000;
/** The last ones, which have one instant. */
const AT_ONCE = 3000;
const START = Temporal.Instant.from('2030-01-01T00:00:00Z');
const PAGE = 50;

/** Entries of an invoice and of a payment, one a minute; the last thousands at one instant. */
beforeAll(async () => {
  const client = service.sandbox;
  await client.setClock('2030-01-01T00:00:00Z');
  await openAccount(client, 'acme');
  const { id } = await owe(client, 'acme', { amount: 100 });
  await payInvoice(client, { accountId: 'acme', invoiceId: id, amount: 100 });
  await asOwner(service, async (owner) => {
    const at = `timestamptz '2030-01-01T00:00:00Z' + make_interval(mins => least(n, ${COPIES - AT_ONCE}))`;
    await owner.query('begin; set local session_replication_role = replica');
    await owner.query(`
      insert into invoice_bookings (org_id, invoice_id, kind, currency, amounts, booked_at)
      select b.org_id, b.invoice_id, b.kind, b.currency, b.amounts, ${at}
      from invoice_bookings b, generate_series(1, ${COPIES}) as n`);
    await owner.query('commit; analyze invoice_bookings; analyze ledger_movements; analyze ledger_postings');
  });
}, 120_000);

interface Node {
  'Actual Rows': number;
  'Actual Loops': number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  'Relation Name'?: string;
  'Index Name'?: string;
  Plans?: Node[];
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** What a page reads: blocks, the most rows of a step, and the indexes. */
async function costOf(days: number, after: PageRequest['after'], sort = 'ASC' as 'ASC' | 'DESC') {
  const end = START.add({ hours: 24 * days });
  const page = {
    ...{ spec: journalLineList, pageSize: PAGE, filters: {}, search: null, after },
    ...{
      sort: [
        ['booked_at', sort],
        ['id', sort],
      ],
    },
  } as unknown as PageRequest;
  const period = { start: START, end, timeZone: 'UTC' } as never;
  return asSandbox(service, async (tx, org) => {
    const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Node }] }>`
      explain (analyze, buffers, format json)
      select * from ${linesOf(org, { page, period })} as l
      order by booked_at, id collate "C" limit ${PAGE + 1}`.execute(tx);
    const [plan] = Object.values(rows[0] as object) as [string | [{ Plan: Node }]];
    const [{ Plan }] = (typeof plan === 'string' ? JSON.parse(plan) : plan) as [{ Plan: Node }];
    const nodes = nodesOf(Plan);
    return {
      blocks: Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'],
      rows: Math.max(...nodes.map((node) => node['Actual Rows'] * node['Actual Loops'])),
      indexes: new Set(nodes.flatMap((node) => node['Index Name'] ?? [])),
    };
  });
}

const idOf = (number: number) => `i${String(number).padStart(12, '0')}:RECEIVABLES`;

describe('a page of the journal', () => {
  it.each([
    ['the first', null],
    ['one in the middle', [String(START.add({ minutes: 5000 })), idOf(5001)]],
  ] as const)('%s costs the same in a short and in a long period', async (_, after) => {
    const [short, long] = [await costOf(4, after), await costOf(31, after)];
    expect(long.indexes).toContain('invoice_bookings_by_time');
    // A page has 51 lines of each source, and an entry has two lines or more.
    expect(long.rows).toBeLessThanOrEqual(8 * (PAGE + 1));
    expect(long.blocks).toBeLessThanOrEqual(short.blocks * 1.5 + 20);
  });

  it('has every line once, forward and backward', async () => {
    const read = async (sort: string) => {
      const ids: string[] = [];
      let query = `from=2030-01-12&to=2030-01-14&pageSize=100&_sort=${sort}`;
      for (;;) {
        const { data, nextToken } = await service.sandbox.must.get(`/ext/v1/journal/lines?${query}`);
        ids.push(...data.map(({ id }: { id: string }) => id));
        if (nextToken === null) return ids;
        query = `nextToken=${encodeURIComponent(nextToken)}`;
      }
    };
    const forward = await read('booked_at:ASC,id:ASC');
    expect(new Set(forward).size).toBe(forward.length);
    // 17,000 minutes are 11 days, 19 hours and 20 minutes: 12 January has 1,160 before the last thousands.
    expect(forward.length).toBe(2 * (1160 + 3001));
    expect(await read('booked_at:DESC,id:DESC')).toEqual(forward.toReversed());
  });
});
