import { type RawBuilder, sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { audits } from '#app';
import type { Audit } from '#platform/audits.ts';
import type { Tx } from '#platform/db/database.ts';
import { readDatabaseClock } from '#platform/db/scheduled-work.ts';
import type { Org } from '#platform/http/operation.ts';
import { editTimeline, openAccount, publishPlan } from '#test/billing-scenario.ts';
import { asSandbox, createMeter, meterRides, ride } from '#test/metering-scenario.ts';
import { keepRollupsByAccount } from '#test/rollup-rows.ts';
import { useService } from '#test/running-app.ts';
import { meterHourAudit, rollupAudit } from './audits.ts';

const service = useService();
/** Ids of meters by their names. */
const meters: Record<string, string> = {};

/*
 * From 7 January, a Monday, weekly cycles of a1; a2 has no plan. By 10 January:
 *   e1, e2   1.5 each for a1 on the 9th, in Oslo, at 12:00 and 12:30
 *   e3       4 for a1 in Riga, which the meter of Oslo filters out
 *   e4       for a2
 *   e5       waits for the account `nobody`, w1 for the schema `walk`, p1 for the draft account
 *   e6       failed: it has no distance; e1 was sent twice
 *   s1       no meter wants it: its schema has only a meter of Oslo, and it is of Riga
 */
beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-07T00:00:00Z');
  Object.assign(meters, await meterRides(sandbox));
  for (const aggregation of ['MAX', 'UNIQUE_COUNT', 'LATEST', 'TIME_WEIGHTED_SUM']) {
    const computations = [{ computation: '{"var":"attribute.distance"}', order: 1 }];
    meters[aggregation] = await createMeter(sandbox, { name: aggregation, aggregation, computations });
  }
  await sandbox.must.post('/event_schema', {
    ...{ name: 'stop', attributes: [], dimensions: [{ name: 'city' }], filterFields: ['city'] },
  });
  await sandbox.must.post('/event_schema/stop/activate');
  const filters = [{ field: 'city', value: 'Oslo' }];
  const counting = { aggregation: 'COUNT', computations: [{ computation: '1', order: 1 }], filters };
  await createMeter(sandbox, { name: 'stops', eventSchemaName: 'stop', ...counting });
  const usage = { model: 'TIERED' as const, slabs: [{ rate: 2 }] };
  const planId = await publishPlan(sandbox, {
    ...{ name: 'plan', interval: 'WEEKLY', graceDays: 3 },
    cards: [{ type: 'USAGE', billableId: meters.distance ?? '', usage }],
  });
  for (const id of ['a1', 'a2']) await openAccount(sandbox, id);
  await openAccount(sandbox, 'drafted', { status: 'DRAFT' });
  await editTimeline(sandbox, 'a1', [{ planId, from: '2030-01-07' }]);
  await sandbox.setClock('2030-01-10T00:00:00Z');
  await sandbox.must.post('/ingestBatch', {
    events: [
      ride('e1'),
      ride('e2', { timestamp: '2030-01-09T12:30:00Z' }),
      ride('e3', { dimensions: { city: 'Riga' }, distance: '4' }),
      ride('e4', { accountId: 'a2' }),
      ride('e5', { accountId: 'nobody' }),
      ride('w1', { schemaName: 'walk' }),
      ride('p1', { accountId: 'drafted' }),
      ride('e6', { attributes: [] }),
      ride('e1'),
      ride('s1', { schemaName: 'stop', attributes: [], dimensions: { city: 'Riga' } }),
    ],
  });
  await keepRollupsByAccount(service);
});

/** Everything that the audits find after something was done to the rows, which is then undone. */
async function findAfter(
  statements: readonly RawBuilder<unknown>[],
  requested: readonly Audit[] = audits,
): Promise<string[]> {
  const found: string[] = [];
  const undone = new Error('undone');
  await asSandbox(service, async (tx, org) => {
    for (const statement of statements) {
      const { numAffectedRows } = await statement.execute(tx);
      expect(numAffectedRows, 'the statement has to change something').toBeGreaterThan(0n);
    }
    found.push(...(await runAll(tx, org, requested)));
    throw undone;
  }).catch((error) => {
    if (error !== undone) throw error;
  });
  return found;
}

async function runAll(tx: Tx, org: Org, requested: readonly Audit[] = audits): Promise<string[]> {
  const found: string[] = [];
  const now = await readDatabaseClock(tx, org);
  for (const { name, check } of requested)
    for (let after: string | null = null, isFirst = true; isFirst || after !== null; isFirst = false) {
      const { mismatches, next } = await check({ tx, org, now }, after);
      found.push(...mismatches.map(({ subject, problem }) => `${name} | ${subject} | ${problem}`));
      after = next;
    }
  return found;
}

/** Numbers of events by their ids. */
const seqOf = (eventId: string) => sql`(select max(seq) from events
  where event_id = event_id_bytes(${eventId}) and status <> 10)`;
const keyOf = (eventId: string) => sql`event_key(${eventId})`;
const meter = (name: string) => sql`${meters[name]}::text`;

/** A line about a rollup of an account, by the stretch and by what is said of it. */
const rollup = (account: string, stretch: string, said: string) =>
  new RegExp(`^usage\\.rollups \\| account ${account}, meter um\\S+, ${stretch} \\| the rollup has ${said}$`);
const NOON = 'hour 2030-01-09T12:00:00Z';
const CYCLE = 'schedule sch\\S+, cycle 2030-01-07';
const event = (audit: string, problem: string) =>
  new RegExp(`^usage\\.${audit} \\| event [0-9a-f-]{36} \\| ${problem}$`);
const row = (problem: string) => event('rows', `meter um\\S+: ${problem}`);
const id = (problem: string) => new RegExp(`^usage\\.ids \\| id with the key -?\\d+ \\| ${problem}$`);
const STRAY = id('event \\S+ was neither accepted nor is on hold');
const TWICE = event('accepted_once', 'its id was accepted twice: event \\S+ also has it');
/** Puts a new row beside an event. */
const addKey = (of: string, key: RawBuilder<unknown>) =>
  sql`insert into event_keys (org_id, key, seq)
    select org_id, ${key}, seq from events where seq = ${seqOf(of)}`;
const addWaiting = (of: string, further: number) =>
  sql`insert into waiting_events (org_id, seq, account_ref)
    select org_id, seq + ${further}, 'a1' from events where seq = ${seqOf(of)}`;
const contextOf = (of: string) => sql`(select context_id from events where seq = ${seqOf(of)})`;

/** Faults in the sums of accounts are found there, too. */
const BY_ACCOUNT = audits.filter(({ name }) => name !== 'usage.meter_hours');
const together = (said: string) =>
  new RegExp(`^usage\\.meter_hours \\| meter um\\S+, ${NOON} \\| the sum of all accounts is ${said}$`);

type Case = [what: string, plant: () => RawBuilder<unknown>[], found: RegExp[]];

const ROLLUPS: Case[] = [
  [
    'an hour that says too much',
    () => [
      sql`update account_hours set units = 5 where account_id = 'a1' and meter_id = ${meter('distance')}`,
    ],
    [rollup('a1', NOON, '5 of 3 events, but the events add up to 7 of 3')],
  ],
  [
    'an hour that counts an event too few',
    () => [sql`update account_hours set events = 1 where account_id = 'a1' and meter_id = ${meter('oslo')}`],
    [rollup('a1', NOON, '2 of 1 events, but the events add up to 2 of 2')],
  ],
  [
    'an hour that is gone',
    () => [sql`delete from account_hours where account_id = 'a2' and meter_id = ${meter('distance')}`],
    [rollup('a2', NOON, '0 of 0 events, but the events add up to 1.5 of 1')],
  ],
  [
    'all hours of an account that are gone',
    () => [sql`delete from account_hours where account_id = 'a2'`],
    Array(6).fill(rollup('a2', NOON, '0 of 0 events, but the events add up to \\S+ of 1')),
  ],
  [
    'an hour that nothing happened in',
    () => [
      sql`insert into account_hours (org_id, account_id, meter_id, hour_at, units, events)
        select org_id, account_id, meter_id, hour_at - interval '3 hours', 1, 1 from account_hours
        where account_id = 'a2' and meter_id = ${meter('oslo')}`,
    ],
    [rollup('a2', 'hour 2030-01-09T09:00:00Z', '1 of 1 events, but the events add up to 0 of 0')],
  ],
  [
    'an hour of another process that says too much',
    () => [
      sql`insert into account_hours (org_id, account_id, meter_id, hour_at, slot, units, events)
        select org_id, account_id, meter_id, hour_at, 7, 0.1, 0 from account_hours
        where account_id = 'a2' and meter_id = ${meter('distance')}`,
    ],
    [rollup('a2', NOON, '1.6 of 1 events, but the events add up to 1.5 of 1')],
  ],
  [
    'an hour by context that nothing happened in',
    () => [
      sql`insert into context_hours (org_id, context_id, hour_at, slot, part, units1, events1)
        select org_id, context_id, '2030-01-09T12:00:00Z', 7, 0, 1, 1 from event_contexts
        where context_id = ${contextOf('s1')}`,
    ],
    [rollup('a1', NOON, '1 of 1 events, but the events add up to 0 of 0')],
  ],
  [
    'a maximum that is too low',
    () => [sql`update account_hours set units = 3.9 where account_id = 'a1' and meter_id = ${meter('MAX')}`],
    [rollup('a1', NOON, '3.9 of 3 events, but the events add up to 4 of 3')],
  ],
  [
    'a cycle that says too little',
    () => [
      sql`update account_cycles set units = units - 0.000000000000000001
        where meter_id = ${meter('distance')}`,
    ],
    [rollup('a1', CYCLE, '6.999999999999999999 of 3 events, but the events add up to 7 of 3')],
  ],
  [
    'a cycle that is gone',
    () => [sql`delete from account_cycles where meter_id = ${meter('oslo')}`],
    [rollup('a1', CYCLE, '0 of 0 events, but the events add up to 2 of 2')],
  ],
  [
    'usage of a cycle that nobody had',
    () => [
      sql`insert into account_cycles (org_id, account_id, schedule_id, cycle_start, meter_id, units, events)
        select org_id, account_id, schedule_id, cycle_start + 7, meter_id, 1, 1 from account_cycles
        where meter_id = ${meter('oslo')}`,
    ],
    [rollup('a1', 'schedule sch\\S+, cycle 2030-01-14', '1 of 1 events, but the events add up to 0 of 0')],
  ],
];

const TOGETHER: Case[] = [
  [
    'a sum of all accounts that says too much',
    () => [sql`update meter_hours set units = units + 1 where meter_id = ${meter('distance')}`],
    [together('9.5 of 4 events, but they add up to 8.5 of 4')],
  ],
  [
    'a sum of all accounts that is gone',
    () => [sql`delete from meter_hours where meter_id = ${meter('oslo')}`],
    [together('0 of 0 events, but they add up to 3 of 3')],
  ],
  [
    'a change of that sum that nothing made',
    () => [
      sql`insert into meter_hour_changes (org_id, meter_ids, hour_ats, units, events)
        select org_id, array[meter_id], array[hour_at], array[0.5], array[1::int8] from meter_hours
        where meter_id = ${meter('distance')}`,
    ],
    [together('9 of 5 events, but they add up to 8.5 of 4')],
  ],
  [
    'an hour of an account that they do not include',
    () => [
      sql`update account_hours set units = 5 where account_id = 'a1' and meter_id = ${meter('distance')}`,
    ],
    [
      rollup('a1', NOON, '5 of 3 events, but the events add up to 7 of 3'),
      together('8.5 of 4 events, but they add up to 6.5 of 4'),
    ],
  ],
];

const EVENTS: Case[] = [
  [
    'an event that is gone with its usage',
    () => [
      sql`delete from events where seq = ${seqOf('e4')}`,
      sql`delete from usage where account_id = 'a2'`,
    ],
    [
      ...Array(6).fill(rollup('a2', NOON, '\\S+ of 1 events, but the events add up to 0 of 0')),
      id('no event \\S+ has it'),
    ],
  ],
  [
    'an event that is counted and says it has failed',
    () => [sql`update events set status = 8, units = '' where seq = ${seqOf('e3')}`],
    [
      ...Array(10).fill(/^usage\.rollups \| account a1/), // an hour and a cycle of 5 meters
      ...Array(3).fill(row('a row of usage has units that the event does not have')),
      STRAY,
    ],
  ],
  [
    'an event of an unknown status',
    () => [sql`update events set status = 77 where seq = ${seqOf('e6')}`],
    [event('events', 'its status is unknown')],
  ],
  [
    'an event that has lost what it shares with others',
    () => [sql`delete from event_contexts where context_id = ${contextOf('e6')}`],
    [event('events', 'its context is missing')],
  ],
  [
    'an event that failed and has units',
    () => [sql`update events set units = '1' where seq = ${seqOf('e6')}`],
    [event('events', 'it is not metered but has units')],
  ],
  [
    'an event that was filtered out and says it was metered',
    () => [sql`update events set status = 1 where seq = ${seqOf('s1')}`],
    [event('events', 'it is metered but has no units')],
  ],
  [
    'an event that was filtered out by no meter',
    () => [sql`update event_contexts set meter_ids = '{}' where context_id = ${contextOf('s1')}`],
    [event('events', 'no meter filtered it out')],
  ],
  [
    'a row of usage that is gone',
    () => [sql`delete from usage where seq = ${seqOf('e1')} and meter_id = ${meter('LATEST')}`],
    [row('no row of usage has its units')],
  ],
  [
    'a row of usage of another instant',
    () => [
      sql`update usage set event_time = event_time + interval '1 microsecond'
        where seq = ${seqOf('e1')} and meter_id = ${meter('TIME_WEIGHTED_SUM')}`,
    ],
    [row('the row of usage differs from the event')],
  ],
  [
    'a row of usage without its key',
    () => [
      sql`update usage set key = null where seq = ${seqOf('e1')} and meter_id = ${meter('UNIQUE_COUNT')}`,
    ],
    [row('the row of usage differs from the event')],
  ],
];

const IDS: Case[] = [
  [
    'an accepted event without its id',
    () => [sql`delete from event_keys where key = ${keyOf('e2')}`],
    [event('accepted_once', 'its id could be accepted again')],
  ],
  [
    'an id that was accepted twice',
    () => [sql`update events set status = 3 where event_id = event_id_bytes('e1') and status = 10`],
    [TWICE],
  ],
  [
    'an id that was accepted twice, by another of its keys',
    () => [
      sql`update events set status = 3 where event_id = event_id_bytes('e1') and status = 10`,
      sql`insert into event_keys (org_id, key, seq)
        select org_id, ('x' || encode(substring(sha256('e1') from 9 for 8), 'hex'))::bit(64)::bigint, seq
        from events where event_id = event_id_bytes('e1')
          and seq <> (select seq from event_keys where key = ${keyOf('e1')})`,
    ],
    [TWICE],
  ],
  ['an id that is taken for ever by an event that failed', () => [addKey('e6', keyOf('e6'))], [STRAY]],
  [
    'an id that belongs to an event of another',
    () => [addKey('e2', keyOf('other'))],
    [id('event \\S+ has another id')],
  ],
  [
    'an event that waits and would be found by nobody',
    () => [sql`delete from waiting_events where seq = ${seqOf('w1')}`],
    [STRAY, event('waiting', 'it would be processed again by nobody: it is not listed as waiting')],
  ],
  [
    'an event of a draft account that would be found by nobody',
    () => [sql`delete from waiting_events where seq = ${seqOf('p1')}`],
    [STRAY],
  ],
  [
    'an event that waits without its id',
    () => [sql`delete from event_keys where key = ${keyOf('e5')}`],
    [event('waiting', 'it is on hold, but its id could be accepted again')],
  ],
  [
    'an event that does not wait and is listed so',
    () => [addWaiting('e1', 0)],
    [event('waiting', 'it is listed as on hold for something else than it waits for')],
  ],
  [
    'an event that waits for something else',
    () => [
      sql`update waiting_events set account_ref = null, schema_name = 'ride' where seq = ${seqOf('e5')}`,
    ],
    [event('waiting', 'it is listed as on hold for something else than it waits for')],
  ],
  [
    'a number that waits and is no event',
    () => [addWaiting('e1', 1000)],
    [event('waiting', 'it is listed as on hold but does not exist')],
  ],
];

describe('the audits of usage', () => {
  it('find nothing where nothing is wrong', async () => {
    expect(await asSandbox(service, (tx, org) => runAll(tx, org))).toEqual([]);
  });

  it.each([...ROLLUPS, ...EVENTS, ...IDS])('find exactly %s', async (_what, plant, expected) => {
    const found = await findAfter(plant(), BY_ACCOUNT);
    expect(found).toHaveLength(expected.length);
    expect(found).toEqual(expected.map((line) => expect.stringMatching(line)));
  });

  it.each(TOGETHER)('find %s', async (_what, plant, expected) => {
    const found = await findAfter(plant());
    expect(found).toEqual(expected.map((line) => expect.stringMatching(line)));
  });

  /** Each hour of usage is a page of its own. */
  const inHours = audits.map((audit) => (audit.name === 'usage.meter_hours' ? meterHourAudit(1) : audit));

  it.each(TOGETHER)('find %s hour by hour', async (_what, plant, expected) => {
    const found = await findAfter(plant(), inHours);
    expect(found).toEqual(expected.map((line) => expect.stringMatching(line)));
  });

  /** Of an account whose events are too many for one page: hours with events, then cycles with hours. */
  const inStretches = [rollupAudit({ accounts: 50, events: 1 })];

  it('find nothing in stretches either', async () => {
    expect(await asSandbox(service, (tx, org) => runAll(tx, org, inStretches))).toEqual([]);
  });

  it.each(ROLLUPS)('find %s in stretches', async (_what, plant, expected) => {
    const found = await findAfter(plant(), inStretches);
    // With its last hour an account loses where its hours begin.
    const lines = found.map((line) => line.replace('hour before all others', NOON));
    for (const line of expected) expect(lines).toContainEqual(expect.stringMatching(line));
    // A cycle whose hours are wrong differs from them; the line of the hour says which of both it is.
    const others = lines.filter((line) => !expected.some((each) => each.test(line)));
    const [account] = /account a\d/.exec(found[0] ?? '') ?? [];
    for (const line of others) expect(line).toMatch(new RegExp(`${account}, meter um\\S+, ${CYCLE} `));
  });
});
