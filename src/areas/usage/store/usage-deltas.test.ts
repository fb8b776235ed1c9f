import fc from 'fast-check';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { LOCK_CLASS } from '#platform/db/advisory-locks.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { makeContext } from '#test/event-contexts.ts';
import { useDatabase } from '#test/open-database.ts';
import type { HourRows } from './context-usage.ts';
import { addContextUsage } from './context-usage.ts';
import { compactDeltas, insertWithDeltas, lockIngestionAndCompact } from './usage-deltas.ts';

const opened = useDatabase();
const HOURS = ['2030-01-10T10:00:00Z', '2030-01-10T11:00:00Z'].map((at) => Temporal.Instant.from(at));
const receivedAt = Temporal.Instant.from('2030-01-10T12:00:00Z');
const NO_HOURS: HourRows = { contextIds: [], parts: [], hourAts: [], units: [], events: [] };

const inOrg = <T>(org: Org, run: (tx: Tx) => Promise<T>) =>
  opened.database.transaction({ orgId: org.orgId, access: 'write' }, run);

/** A place of additions: units of the first meters of a part of a context, one event each. */
interface DeltaRow {
  contextId: number;
  units: readonly string[];
  hour?: 0 | 1;
  part?: number;
}

/** In the order in which they come. */
function hoursOf(indexes: readonly DeltaRow[]): HourRows {
  const columns = Math.max(0, ...indexes.map(({ units }) => units.length));
  const column = <T>(of: (units: string | undefined) => T) =>
    Array.from({ length: columns }, (_, n) => indexes.map(({ units }) => of(units[n])));
  return {
    contextIds: indexes.map(({ contextId }) => contextId),
    parts: indexes.map(({ part = 0 }) => part),
    hourAts: indexes.map(({ hour = 0 }) => HOURS[hour] as Temporal.Instant),
    units: column((units) => units ?? '0'),
    events: column((units) => (units === undefined ? 0 : 1)),
  };
}

let seq = 0;

/** As ingestion adds it, together with an event. */
function add(tx: Tx, org: Org, withCycle: HourRows, withoutCycle = NO_HOURS): Promise<void> {
  seq++;
  const packed = { vals: '', units: '', detail: null };
  const status = 'INGESTION_COMPLETED_EVENT_METERED' as const;
  const event = { seq, eventId: `e${seq}`, timestamp: receivedAt, contextId: 1, status, packed };
  return insertWithDeltas(tx, org, {
    ...{ events: [event], receivedAt },
    deltas: { withCycle, withoutCycle },
  });
}

/** What the two views say, as `account meter hour: units of events`. */
async function readUsage(tx: Tx): Promise<Record<'hours' | 'cycles', string[]>> {
  const read = async (view: string, at: string) => {
    const { rows } = await sql<{ said: string }>`
      select account_id || ' ' || meter_id || ' ' || ${sql.raw(at)} || ': ' || trim_scale(sum(units))
        || ' of ' || sum(events) as said
      from ${sql.table(view)} group by account_id, meter_id, ${sql.raw(at)} order by 1`.execute(tx);
    return rows.map(({ said }) => said);
  };
  return {
    hours: await read('usage_hours', `extract(hour from hour_at at time zone 'UTC')`),
    cycles: await read('usage_cycles', 'cycle_start'),
  };
}

async function count(tx: Tx, table: string): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from ${sql.table(table)}`.execute(tx);
  return rows[0]?.count ?? 0;
}

const SUMS = ['context_hours', 'context_cycles'];
const countSums = (tx: Tx) => Promise.all(SUMS.map((table) => count(tx, table)));

describe('usage of events', () => {
  it('counts from its commit, and compaction does not change it', async () => {
    const org = await opened.org('counted');
    await inOrg(org, async (tx) => {
      const [one, other] = [
        await makeContext(tx, { accountId: 'a', meterIds: ['m1', 'm2'] }),
        await makeContext(tx, { accountId: 'b', meterIds: ['m1'] }),
      ];
      await add(tx, org, hoursOf([{ contextId: one, units: ['1.5', '10'] }]));
      const later = { contextId: one, units: ['2'], hour: 1 } as const;
      await add(tx, org, hoursOf([{ contextId: one, units: ['0.25', '5'] }, later]));
      await add(tx, org, hoursOf([{ contextId: other, units: ['100'] }]));
      const usage = {
        hours: ['a m1 10: 1.75 of 2', 'a m1 11: 2 of 1', 'a m2 10: 15 of 2', 'b m1 10: 100 of 1'],
        cycles: ['a m1 2030-01-01: 3.75 of 3', 'a m2 2030-01-01: 15 of 2', 'b m1 2030-01-01: 100 of 1'],
      };
      expect(await readUsage(tx)).toEqual(usage);
      expect(await countSums(tx)).toEqual([0, 0]);
      expect(await compactDeltas(tx, org)).toEqual({ isAll: true });
      expect(await readUsage(tx)).toEqual(usage);
      expect(await countSums(tx)).toEqual([3, 2]);
      expect(await count(tx, 'usage_deltas')).toBe(0);
    });
    const { rows } = await inOrg(org, (tx) => sql`select 1 from events`.execute(tx));
    expect(rows).toHaveLength(3);
  });

  it('is of hours only where there is no cycle', async () => {
    const org = await opened.org('cycleless');
    await inOrg(org, async (tx) => {
      const priced = await makeContext(tx, { accountId: 'a' });
      const unpriced = await makeContext(tx, { accountId: 'b', hasCycle: false });
      const hours = (contextId: number) => hoursOf([{ contextId, units: ['1'] }]);
      await add(tx, org, hours(priced), hours(unpriced));
      await add(tx, org, NO_HOURS, hours(unpriced));
      const usage = { hours: ['a m1 10: 1 of 1', 'b m1 10: 2 of 2'], cycles: ['a m1 2030-01-01: 1 of 1'] };
      expect(await readUsage(tx)).toEqual(usage);
      await compactDeltas(tx, org);
      expect(await readUsage(tx)).toEqual(usage);
      expect(await countSums(tx)).toEqual([2, 1]);
    });
  });

  it('may be of hundreds of contexts and many meters; folding rests in between', async () => {
    const org = await opened.org('many');
    await inOrg(org, async (tx) => {
      const meterIds = ['m1', 'm2', 'm3', 'm4', 'm5', 'm6'];
      const contextIds: number[] = [];
      for (let n = 0; n < 300; n++) contextIds.push(await makeContext(tx, { accountId: `a${n}`, meterIds }));
      const indexes = contextIds.flatMap((contextId): DeltaRow[] => [
        { contextId, units: ['1', '2', '3', '4'] },
        { contextId, part: 1, units: ['5', '6'] },
      ]);
      await add(tx, org, hoursOf(indexes));
      const usage = await readUsage(tx);
      const ofLast = usage.cycles.filter((said) => said.startsWith('a299 '));
      expect(ofLast).toEqual(meterIds.map((id, n) => `a299 ${id} 2030-01-01: ${n + 1} of 1`));
      expect(usage.hours).toHaveLength(1800);
      // 600 places; of more than 128 a row would be moved out of the table's pages.
      expect(await count(tx, 'usage_deltas')).toBe(5);
      const started = performance.now();
      await compactDeltas(tx, org);
      // 4 ms after each 64 of the sums of 600 hours, and of as many cycles.
      expect(performance.now() - started).toBeGreaterThan(70);
      expect(await readUsage(tx)).toEqual(usage);
    });
  });

  const index = fc.record({
    context: fc.nat({ max: 3 }),
    hour: fc.constantFrom(0 as const, 1 as const),
    part: fc.nat({ max: 1 }),
    units: fc.array(fc.integer({ min: -9999, max: 9999 }), { minLength: 1, maxLength: 4 }),
  });
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.array(index, { minLength: 1, maxLength: 5 }) },
    { weight: 1, arbitrary: fc.constant('COMPACT' as const) },
    { weight: 1, arbitrary: fc.constant('ADD_TO_SUMS' as const) },
  );

  it('adds up to the same, whenever deltas are compacted', async () => {
    let run = 0;
    const seen = { summed: 0, added: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
        const org = await opened.org(`whatever-${run++}`);
        await inOrg(org, async (tx) => {
          const meterIds = Array.from({ length: 8 }, (_, n) => `m${n + 1}`);
          const contexts: number[] = [];
          for (const accountId of ['a', 'a', 'b', 'c'])
            contexts.push(await makeContext(tx, { accountId, meterIds }));
          const ledger = new Map<string, [units: number, events: number]>();
          for (const each of steps) {
            if (each === 'COMPACT') {
              seen.summed += (await count(tx, 'usage_deltas')) > 0 ? 1 : 0;
              await compactDeltas(tx, org);
            } else if (each === 'ADD_TO_SUMS') {
              const hours = hoursOf([{ contextId: contexts[0] as number, units: ['0.01'] }]);
              const usage = { hours, cycles: hours };
              await Promise.all(addContextUsage(tx, org, { usage, slot: 0 }));
              addTo(ledger, 'a m1 10', { units: 0.01 });
            } else {
              const indexes = each.map(({ context, units, ...rest }) => {
                return {
                  ...rest,
                  contextId: contexts[context] as number,
                  units: units.map((n) => `${n / 100}`),
                };
              });
              await add(tx, org, hoursOf(indexes));
              seen.added += indexes.length;
              for (const { context, hour, part, units } of each)
                for (const [n, value] of units.entries())
                  addTo(ledger, `${'aabc'[context]} m${part * 4 + n + 1} ${10 + hour}`, {
                    units: value / 100,
                  });
            }
          }
          const expected = [...ledger].map(([name, [units, events]]) => `${name}: ${units} of ${events}`);
          expect((await readUsage(tx)).hours).toEqual(expected.toSorted());
          const ofCycles = new Map<string, [number, number]>();
          for (const [name, [units, events]] of ledger)
            addTo(ofCycles, name.replace(/ \d+$/, ' 2030-01-01'), { units, events });
          const inCycles = [...ofCycles].map(([name, [units, events]]) => `${name}: ${units} of ${events}`);
          expect((await readUsage(tx)).cycles).toEqual(inCycles.toSorted());
        });
      }),
      { numRuns: 40 },
    );
    expect(seen.summed).toBeGreaterThan(10);
    expect(seen.added).toBeGreaterThan(100);
  }, 60_000);
});

function addTo(
  ledger: Map<string, [units: number, events: number]>,
  name: string,
  { units, events = 1 }: { units: number; events?: number },
) {
  const [kept, count] = ledger.get(name) ?? [0, 0];
  ledger.set(name, [Math.round((kept + units) * 100) / 100, count + events]);
}

describe('deltas are compacted', () => {
  it('by one transaction at a time: another goes away', async () => {
    const org = await opened.org('taken-turns');
    const hours = await inOrg(org, async (tx) =>
      hoursOf([{ contextId: await makeContext(tx), units: ['1'] }]),
    );
    await inOrg(org, (tx) => add(tx, org, hours));
    await inOrg(org, async (tx) => {
      expect(await compactDeltas(tx, org)).toEqual({ isAll: true });
      expect(await inOrg(org, (other) => compactDeltas(other, org))).toBeNull();
      // Who only looks still sees it once.
      expect(await inOrg(org, readUsage)).toMatchObject({ cycles: ['a m1 2030-01-01: 1 of 1'] });
    });
    expect(await inOrg(org, readUsage)).toMatchObject({ cycles: ['a m1 2030-01-01: 1 of 1'] });
  });

  it('before the sums of an account are made anew, when there are any of it', async () => {
    const org = await opened.org('anew');
    await inOrg(org, async (tx) => {
      const contextId = await makeContext(tx, { accountId: 'busy' });
      await makeContext(tx, { accountId: 'idle' });
      await add(tx, org, hoursOf([{ contextId, units: ['1'] }]));
      await lockIngestionAndCompact(tx, org, 'idle');
      expect(await count(tx, 'usage_deltas')).toBe(1);
      await lockIngestionAndCompact(tx, org, 'busy');
      expect(await count(tx, 'usage_deltas')).toBe(0);
      expect(await countSums(tx)).toEqual([1, 1]);
    });
  });

  it('after whoever is at it, by who cannot do without', async () => {
    const org = await opened.org('waited-for');
    const contextId = await inOrg(org, (tx) => makeContext(tx));
    const owner = new pg.Client({ connectionString: opened.url });
    await owner.connect();
    await owner.query('begin');
    await owner.query('select pg_advisory_xact_lock($1, $2)', [LOCK_CLASS.compaction, org.orgId]);
    await inOrg(org, (tx) => add(tx, org, hoursOf([{ contextId, units: ['1'] }])));
    let isCompacted = false;
    const compaction = inOrg(org, (tx) => lockIngestionAndCompact(tx, org, 'a')).then(() => {
      isCompacted = true;
    });
    const waiting = `
      select count(*)::int as count from pg_locks where not granted and classid = $1 and objid = $2`;
    await expect
      .poll(async () => (await owner.query(waiting, [LOCK_CLASS.compaction, org.orgId])).rows[0].count)
      .toBe(1);
    expect(isCompacted).toBe(false);
    // Ingestion goes on meanwhile.
    const shared = 'select pg_try_advisory_xact_lock_shared($1, $2) as is_free';
    const { rows } = await owner.query(shared, [LOCK_CLASS.ingestion, org.orgId]);
    expect(rows).toEqual([{ is_free: true }]);
    await owner.query('commit');
    await compaction;
    expect(await inOrg(org, (tx) => count(tx, 'usage_deltas'))).toBe(0);
    await owner.end();
  });
});
