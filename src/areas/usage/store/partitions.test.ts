import { beforeAll, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { asSandbox, meterRides, readStoredUsage, ride } from '#test/metering-scenario.ts';
import { asOwner, listPartitions, maintain, passDays } from '#test/partition-scenario.ts';
import { useService } from '#test/running-app.ts';
import { BLOCK_EVENTS } from '../event-numbers.ts';
import { rollPartitions } from './partitions.ts';

const service = useService({}, { own: 'adds and drops partitions of the events' });

beforeAll(async () => {
  await service.sandbox.setClock('2030-01-10T00:00:00Z');
  await meterRides(service.sandbox);
  await openAccount(service.sandbox, 'a1');
});

const events = (name: string, count: number) =>
  Array.from({ length: count }, (_, i) => ride(`${name} ${i}`, { distance: '1' }));
const roll = () => asSandbox(service, (tx) => rollPartitions(tx));
/** The number of the partition that is written. */
const current = async () =>
  asOwner(service, async (client) => {
    const { rows } = await client.query(`select (last_value >> 31)::int as number from event_blocks`);
    return rows[0].number as number;
  });
const readNumbers = () =>
  asOwner(service, async (client) => {
    const { rows } = await client.query('select seq::float8 as seq from events order by seq');
    return rows.map(({ seq }) => seq as number);
  });

it('begins with the partition of before, the one that is written and one ahead', async () => {
  expect((await listPartitions(service)).map(({ number, state }) => `${number} ${state}`)).toEqual([
    '0 SETTLED',
    '1 OPEN',
    '2 OPEN',
  ]);
  await maintain(service);
  expect(await current()).toBe(1);
  expect(await listPartitions(service)).toHaveLength(4);
});

it('goes on month after month while events come in: none is rejected, and numbers ascend', async () => {
  let isOver = false;
  let sent = 0;
  const lane = async (name: number) => {
    for (let batch = 0; !isOver; batch++) {
      const { status } = await service.sandbox.post('/ingestBatch', {
        events: events(`${name} ${batch}`, 20),
      });
      expect(status).toBe(202);
      sent += 20;
    }
  };
  const lanes = [lane(1), lane(2), lane(3)];
  const seen: number[] = [];
  for (let month = 0; month < 13; month++) {
    await passDays(service, 32);
    seen.push((await readNumbers()).length);
  }
  isOver = true;
  await Promise.all(lanes);
  expect(await current()).toBe(14);
  const partitions = await listPartitions(service);
  expect(partitions.map(({ number }) => number)).toEqual(Array.from({ length: 16 }, (_, i) => i));
  expect(partitions.filter(({ number, state }) => number < 14 && state === 'OPEN')).toEqual([]);
  expect(partitions.filter(({ number, state }) => number >= 14 && state !== 'OPEN')).toEqual([]);
  expect(partitions.filter((partition) => partition.events > 0).length).toBeGreaterThan(5);
  const stored = await readNumbers();
  expect([stored.length, new Set(stored).size]).toEqual([sent, sent]);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  // Every event was counted once: 1 each.
  const { hours } = await readStoredUsage(service);
  expect(hours.find((hour) => hour.endsWith(` ${sent} ${sent}`))).toBeDefined();
  // The list goes on across the partitions.
  const { events: newest } = await service.sandbox.must.get('/events?account_id=a1');
  expect(newest).toHaveLength(50);
});

it('a partition is also full at a number of events', async () => {
  const before = await current();
  await asOwner(service, (client) =>
    client.query(`update pg_class set reltuples = 26000000
    where relname = 'events_${before}'`),
  );
  await roll();
  expect(await current()).toBe(before + 1);
  await roll();
  expect(await current()).toBe(before + 1);
});

it('what a run left undone that had gone on already, the next one does', async () => {
  const before = await current();
  await asOwner(service, (client) =>
    client.query(`select setval('event_blocks', ${before + 1}::int8 << 31)`),
  );
  await roll();
  const partitions = await listPartitions(service);
  expect(partitions.find(({ number }) => number === before)?.state).toBe('CLOSED');
  expect(partitions.at(-1)?.number).toBe(before + 3);
});

it('has two hours for the index of a partition, not the minute that other statements have', async () => {
  const limits = () =>
    asOwner(service, async (client) => (await client.query('select distinct max from settling_limits')).rows);
  await asOwner(service, (client) =>
    client.query(`
      create table settling_limits (max text);
      create function note_limit() returns trigger language plpgsql security definer as $$ begin
        insert into settling_limits values (current_setting('statement_timeout')); return new;
      end $$;
      create trigger noted after update of settled_at on event_partitions for each row
        when (new.settled_at is distinct from old.settled_at) execute function note_limit()`),
  );
  await passDays(service, 50);
  expect(await limits()).toEqual([{ max: '2h' }]);
  await asOwner(service, (client) => client.query('drop function note_limit cascade'));
});

it.each([
  // step                                                                              what it needs
  [
    "roll_event_partitions(25000000, interval '31 days')",
    'opened_at = opened_at - make_interval(days => 32)',
  ],
  ["settle_event_partition(interval '45 days')", 'closed_at = closed_at - make_interval(days => 50)'],
  ["empty_event_partition(interval '100 days')", 'closed_at = closed_at - make_interval(days => 200)'],
])('%s and writers do not wait for each other', async (step, change) => {
  await asOwner(service, (client) => client.query(`update event_partitions set ${change}`));
  const results = await asOwner(service, async (writer) => {
    const { rows } = await writer.query('select org_id, context_id from event_contexts limit 1');
    await writer.query('begin');
    await writer.query(
      `insert into events (event_time, seq, received_at, org_id, context_id, status, event_id,
         vals, units, detail)
       values (now(), nextval('event_blocks') * ${BLOCK_EVENTS}, now(), $1, $2, 4, '', '', '', '')`,
      [rows[0].org_id, rows[0].context_id],
    );
    // The step, while the writer has not committed.
    await asOwner(service, async (client) => {
      await client.query(`begin; set local lock_timeout = '1s'`);
      await client.query(`select ${step}`);
      // Ingestion, while the step has not committed.
      const { status } = await service.sandbox.post('/ingestBatch', { events: events(`during ${step}`, 10) });
      expect(status).toBe(202);
      await client.query('commit');
    });
    await writer.query('rollback');
    return listPartitions(service);
  });
  const wanted = { roll: 'CLOSED', settle: 'SETTLED', empty: 'EMPTIED' }[step.split('_')[0] ?? ''];
  expect(results.filter(({ state }) => state === wanted).length).toBeGreaterThan(0);
});

it('a step that would have to wait goes away instead of making others wait behind it', async () => {
  await passDays(service, 200);
  const emptied = async () =>
    (await listPartitions(service)).filter(({ state }) => state === 'EMPTIED').length;
  const before = await emptied();
  await asOwner(service, async (reader) => {
    await reader.query('begin isolation level repeatable read; select count(*) from events');
    const began = performance.now();
    await maintain(service, 100);
    expect(performance.now() - began).toBeLessThan(5000);
    await reader.query('commit');
  });
  expect(await emptied()).toBe(before);
  await maintain(service, 100);
  expect(await emptied()).toBeGreaterThan(before);
});
