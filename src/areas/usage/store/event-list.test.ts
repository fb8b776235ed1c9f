import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Tx } from '#platform/db/database.ts';
import { openAccount } from '#test/billing-scenario.ts';
import { meterRides, ride } from '#test/metering-scenario.ts';
import { useService } from '#test/running-app.ts';
import { codeOf } from '../status-codes.ts';
import { statusesOf } from '../statuses.ts';
import { listOccurrences } from './event-occurrences.ts';
import { findRows, type RequestedEvents } from './find-events.ts';

const service = useService({}, { own: 'keeps statistics from its tables' });
const org = { orgId: 0, id: 'default', environment: 'sandbox' as const };
const EVENTS = 12_000;
const PAGE = 51;
/** Each is found, and read by its number. */
const MAX_READ = 3 * PAGE;

/** Right after they came: no statistics say how many events there are, and the planner believes in few. */
beforeAll(async () => {
  await service.sandbox.setClock('2030-01-10T00:00:00Z');
  await meterRides(service.sandbox);
  await openAccount(service.sandbox, 'a1');
  await service.sandbox.must.post('/ingestBatch', { events: [ride('first')] });
  const owner = new pg.Client({ connectionString: service.databaseUrl });
  await owner.connect();
  const { rows } = await owner.query(
    "select org_id from organizations where id = 'default' and environment = 'sandbox'",
  );
  org.orgId = rows[0].org_id;
  await owner.query(`do $$ declare part regclass; begin
    for part in select inhrelid from pg_inherits where inhparent = 'events'::regclass loop
      execute format('alter table %s set (autovacuum_enabled = false)', part);
    end loop; end $$`);
  // Every sixth was counted by no meter.
  await owner.query(
    `insert into events
      (event_time, seq, received_at, org_id, context_id, status, event_id, vals, units, detail)
    select event_time, seq + n, received_at, org_id, context_id, case when n % 6 = 0 then 3 else 1 end,
      convert_to('copy ' || n, 'UTF8'), vals, units, detail
    from events, generate_series(1, $2) as n where org_id = $1`,
    [org.orgId, EVENTS],
  );
  await owner.end();
});

const page = (requested: Partial<RequestedEvents>) => (tx: Tx) =>
  findRows(tx, org, {
    ...{ codes: null, accountIds: null, schemaNames: null },
    ...{ beyond: sql``, direction: sql`desc`, limit: PAGE, ...requested },
  });
const unmatched = { codes: statusesOf('UNMATCHED').map(codeOf) };

describe('events that have just come are read once each, and only those that are shown', () => {
  it.each<[what: string, list: (tx: Tx) => Promise<unknown[]>, found: number, max: number]>([
    // what                            list                                          found  read at most
    ['a page that no meter counted', page(unmatched), PAGE, MAX_READ],
    // Those of the context are sorted: there are fewer than of all.
    ['the same of a schema', page({ ...unmatched, schemaNames: ['ride'] }), PAGE, EVENTS / 6 + MAX_READ],
    ['the same of an account', page({ ...unmatched, accountIds: ['a1'] }), PAGE, EVENTS / 6 + MAX_READ],
    // Without statistics they are sorted, too, which takes 50 ms for 100,000.
    ['a page of all', page({}), PAGE, EVENTS + MAX_READ],
    ['the occurrences of an id', (tx) => listOccurrences(tx, org, 'first'), 1, 10],
  ])('%s', async (_, list, found, max) => {
    const seen = await service.app.database.transaction({ orgId: org.orgId, access: 'write' }, async (tx) => {
      const before = await rowsRead(tx);
      const { length } = await list(tx);
      return { length, read: (await rowsRead(tx)) - before };
    });
    expect(seen.length).toBe(found);
    expect(seen.read).toBeLessThanOrEqual(max);
  });
});

/** Rows of the table of events that this transaction has fetched so far. */
async function rowsRead(tx: Tx): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) as read from pg_stat_xact_user_tables
    where relname ~ '^events_[0-9]+$'`.execute(tx);
  return Number(rows[0]?.read);
}
