import { beforeAll, expect, it } from 'vitest';
import { editTimeline, listInvoices, openAccount, publishPlan } from '#test/billing-scenario.ts';
import { findMismatches } from '#test/correction-scenario.ts';
import { type Meters, meterRides, readStoredUsage, ride, statusesOf } from '#test/metering-scenario.ts';
import { asOwner, listPartitions, maintain, passDays } from '#test/partition-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService({}, { own: 'adds and drops partitions of the events' });
const METERED = 'INGESTION_COMPLETED_EVENT_METERED';
const DUPLICATE = 'INGESTION_FAILED_DUPLICATE_EVENT';
let meters: Meters;

/*
 * A quarter from 1 January 2030 at 2.00 for each unit of distance, grace 2 days. The events of January are in
 * partition 1, later ones in those that follow.
 */
beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  meters = await meterRides(sandbox);
  const usage = { model: 'TIERED' as const, slabs: [{ rate: 2 }] };
  const planId = await publishPlan(sandbox, {
    ...{ name: 'quarterly', interval: 'QUARTERLY', day: '1', month: 'FIRST', graceDays: 2 },
    cards: [{ type: 'USAGE', billableId: meters.distance, usage }],
  });
  await openAccount(sandbox, 'a1');
  await editTimeline(sandbox, 'a1', [{ planId, from: '2030-01-01' }]);
  await sandbox.setClock('2030-01-10T00:00:00Z');
});

const send = (...events: unknown[]) => service.sandbox.must.post('/ingestBatch', { events });
const at = (timestamp: string) => ({ timestamp });
const countKeys = () =>
  asOwner(service, async (client) => {
    const { rows } = await client.query('select count(*)::int as keys from event_keys');
    return rows[0].keys as number;
  });

/** The oldest event, and one still to come, as if an invoice had taken them up; the second is open. */
const takeUpLate = () =>
  asOwner(service, (client) =>
    client.query(`insert into late_usage
        (org_id, seq, account_id, schedule_id, cycle_start, noted_at, invoice_id)
      select org_id, seq, 'a1', place, '2030-01-01', now(),
        case place when 'second' then null else 'inv.1' end
      from (select org_id, min(seq) as seq, 'oldest' as place from events group by org_id
        union all select org_id, min(seq) + 1, 'second' from events group by org_id
        union all select org_id, (select max(number)::bigint << 44 from event_partitions), 'newest'
        from events group by org_id) as placed`),
  );
const lateUsage = () =>
  asOwner(service, async (client) => {
    const { rows } = await client.query('select schedule_id, invoice_id from late_usage order by 1');
    return rows.map((row) => `${row.schedule_id} ${row.invoice_id}`);
  });

it('an id is a duplicate in whichever partition it is', async () => {
  await send(
    ride('kept'),
    ride('resent'),
    ride('failed', { dimensions: {} }),
    ride('unknown-account', { accountId: 'x' }),
  );
  await passDays(service, 32);
  await send(ride('kept'));
  expect(await statusesOf(service.sandbox, 'kept')).toEqual([DUPLICATE, METERED]);
  await passDays(service, 46);
  expect((await listPartitions(service)).slice(0, 3).map(({ state }) => state)).toEqual([
    ...['SETTLED', 'SETTLED', 'CLOSED'],
  ]);
  // The organization's clock stands still: its ids are not over their time.
  await send(ride('kept'));
  expect(await statusesOf(service.sandbox, 'kept')).toEqual([DUPLICATE, DUPLICATE, METERED]);
});

it('after 45 days keys are deleted, the event is found by its id, and the id counts again', async () => {
  const { sandbox } = service;
  await send(ride('taken over')); // in a partition that is not settled
  const before = await countKeys();
  await sandbox.setClock('2030-02-24T00:00:00Z'); // 10 January + 45 days
  await maintain(service);
  expect([before, await countKeys()]).toEqual([4, 1]); // kept, resent, on hold; taken over stays
  for (const id of ['kept', 'resent']) expect((await statusesOf(sandbox, id)).at(-1)).toBe(METERED);
  await send(ride('resent', at('2030-02-20T00:00:00Z')), ride('taken over', at('2030-02-20T00:00:00Z')));
  expect(await statusesOf(sandbox, 'resent')).toEqual([METERED, METERED]);
  expect(await statusesOf(sandbox, 'taken over')).toEqual([METERED, METERED]);
  // Both are settled by now, and what was taken over is found by the index of ids.
  await passDays(service, 50);
  expect(await statusesOf(sandbox, 'taken over')).toEqual([METERED, METERED]);
  expect(await statusesOf(sandbox, 'failed')).toEqual(['INGESTION_FAILED']);
  expect(await findMismatches(service)).toEqual([]);
});

it('after the retention they are gone, while others come in; sums and invoices stay', async () => {
  const { sandbox } = service;
  const usageBefore = await readStoredUsage(service);
  const draftBefore = await listInvoices(sandbox, 'a1');
  let isOver = false;
  let sent = 0;
  const lane = async () => {
    while (!isOver) {
      const { status } = await sandbox.post('/ingest', {
        event: ride(`meanwhile ${sent++}`, { ...at('2030-02-21T00:00:00Z'), distance: '0' }),
      });
      expect(status).toBe(202);
    }
  };
  const lanes = [lane(), lane()];
  await takeUpLate();
  await passDays(service, 32, 100);
  await passDays(service, 101, 100);
  isOver = true;
  await Promise.all(lanes);
  const partitions = await listPartitions(service);
  expect(partitions.filter(({ state, events }) => state === 'EMPTIED' && events > 0)).toEqual([]);
  expect(partitions[1]?.state).toBe('EMPTIED');
  // Of the oldest event what was taken up; what was not, and what is of a newer one, stays.
  expect(await lateUsage()).toEqual(['newest inv.1', 'second null']);
  await asOwner(service, (client) => client.query('delete from late_usage'));
  for (const id of ['kept', 'failed', 'unknown-account'])
    expect((await sandbox.get(`/events/${id}`)).status).toBe(404);
  const { events } = await sandbox.must.get('/events?account_id=a1&schema_name=ride');
  expect(events.every((event: { createdAt: string }) => event.createdAt > '2030-02-01')).toBe(true);
  expect((await sandbox.must.get('/events?status=UNPROCESSED')).events).toEqual([]);
  const usage = await readStoredUsage(service);
  // The rides of January: kept, resent and taken over, 1.5 each.
  const january = (rows: string[]) => rows.filter((row) => row.includes(' 2030-01-09T'));
  expect(january(usage.hours)).toEqual(january(usageBefore.hours));
  expect(january(usage.hours)).toContainEqual(`a1 ${meters.distance} 2030-01-09T12:00:00Z 4.5 3`);
  expect((await listInvoices(sandbox, 'a1'))[0]?.totalAmount).toBe(draftBefore[0]?.totalAmount);
  expect(await findMismatches(service)).toEqual([]);
});

it('a cycle that began before the oldest event that is left is billed by its sums', async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-04-03T00:00:00Z');
  const [bill] = await listInvoices(sandbox, 'a1');
  // January: 3 × 1.5; February: 2 × 1.5; at 2.00.
  expect([bill.status, bill.totalAmount, bill.info ?? []]).toEqual(['DUE', 15, []]);
  // A change of the timeline counts the cycles anew, from the sums of hours.
  await editTimeline(sandbox, 'a1', [{ from: '2030-05-01' }]);
  const { cycles } = await readStoredUsage(service);
  expect(cycles.find((cycle) => cycle.includes(meters.distance))).toMatch(/ 7\.5 \d+$/);
});
