import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { rounds } from '#test/effort.ts';
import { makeContext } from '#test/event-contexts.ts';
import { useDatabase } from '#test/open-database.ts';
import { addContextUsage, type HourRows } from './context-usage.ts';
import {
  findFirstUsage,
  findHourStretch,
  type HourStretch,
  hasMeterHours,
  listMeterHourMismatches,
  meterHoursIn,
  noteMeterHours,
  recountMeterHours,
} from './meter-hours.ts';
import { replaceHourUsage } from './repair-rollups.ts';
import { insertUsage } from './usage.ts';
import { compactDeltas, insertDeltas } from './usage-deltas.ts';

const opened = useDatabase();
const [TEN, ELEVEN, NOON] = ['10', '11', '12'].map((hour) =>
  Temporal.Instant.from(`2030-01-10T${hour}:00:00Z`),
) as [Temporal.Instant, Temporal.Instant, Temporal.Instant];
const HOURS = [TEN, ELEVEN];
const METERS = ['m1', 'm2', 'm3', 'm4', 'm5'];
const NO_HOURS: HourRows = { contextIds: [], parts: [], hourAts: [], units: [], events: [] };
const NOTHING = { ADD: [], MAX: [], MIN: [] };

const inOrg = <T>(org: Org, run: (tx: Tx) => Promise<T>) =>
  opened.database.transaction({ orgId: org.orgId, access: 'write' }, run);

/** The sums of all accounts, and those of the rows by account, as `meter hour: units of events`. */
async function readBoth(tx: Tx, org: Org): Promise<[together: string[], byAccount: string[]]> {
  const read = async (rows: ReturnType<typeof meterHoursIn>) => {
    const { rows: found } = await sql<{ said: string }>`
      select meter_id || ' ' || extract(hour from hour_at at time zone 'UTC') || ': '
        || trim_scale(sum(units)) || ' of ' || sum(events) as said
      from (${rows}) as each group by meter_id, hour_at having sum(events) <> 0 or sum(units) <> 0
      order by 1`.execute(tx);
    return found.map(({ said }) => said);
  };
  const range = { from: TEN, until: NOON, filter: sql`true` };
  return [await read(meterHoursIn(org, range)), await read(sql`select * from usage_hours`)];
}

const place = fc.record({
  context: fc.nat({ max: 3 }),
  part: fc.nat({ max: 1 }),
  hour: fc.nat({ max: 1 }),
  units: fc.integer({ min: -999, max: 999 }),
});
const WAYS = ['DELTAS', 'CONTEXTS', 'ACCOUNTS', 'COMPACT', 'REPAIR', 'RECOUNT'] as const;
const step = fc.record({
  way: fc.constantFrom(...WAYS, 'DELTAS' as const, 'CONTEXTS' as const, 'ACCOUNTS' as const),
  places: fc.array(place, { minLength: 1, maxLength: 4 }),
});
type Place = typeof place extends fc.Arbitrary<infer T> ? T : never;

const unitsOf = ({ units }: Place) => `${units / 100}`;
const meterOf = ({ part }: Place) => METERS[part * 4] as string;

/** A row for each place; two of one place are not sent together. */
function hoursOf(places: readonly Place[], contexts: readonly number[]): HourRows {
  return {
    contextIds: places.map(({ context }) => contexts[context] as number),
    parts: places.map(({ part }) => part),
    hourAts: places.map(({ hour }) => HOURS[hour] as Temporal.Instant),
    units: [places.map(unitsOf)],
    events: [places.map(() => 1)],
  };
}

interface Taken {
  way: (typeof WAYS)[number];
  places: readonly Place[];
  contexts: readonly number[];
}

async function take(tx: Tx, org: Org, { way, places, contexts }: Taken): Promise<void> {
  const own = [
    ...new Map(places.map((each) => [`${each.context} ${each.part} ${each.hour}`, each])).values(),
  ];
  const hours = hoursOf(own, contexts);
  switch (way) {
    case 'DELTAS':
      await Promise.all(insertDeltas(tx, org, { withCycle: hours, withoutCycle: NO_HOURS }));
      break;
    case 'CONTEXTS':
      await Promise.all(addContextUsage(tx, org, { usage: { hours, cycles: { ...NO_HOURS } }, slot: 1 }));
      await Promise.all(
        noteMeterHours(tx, org, {
          meterIds: own.map(meterOf),
          hourAts: hours.hourAts,
          units: own.map(unitsOf),
          events: own.map(() => 1),
        }),
      );
      break;
    case 'ACCOUNTS': {
      // Undone events leave negative rows.
      const rows = own
        .map((each) => ({
          ...{ accountId: 'abcd'[each.context] as string, meterId: meterOf(each), units: unitsOf(each) },
          ...{ hourAt: HOURS[each.hour] as Temporal.Instant, events: -1 },
        }))
        .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
      const summed = { rows: [], hours: { ...NOTHING, ADD: rows }, cycles: NOTHING };
      await Promise.all(insertUsage(tx, org, { summed, slot: 0 }));
      break;
    }
    case 'COMPACT':
      await compactDeltas(tx, org);
      break;
    case 'REPAIR':
      // No event is stored, so that nothing is left of the hours from then on.
      while ((await compactDeltas(tx, org))?.isAll === false);
      await replaceHourUsage(tx, org, { accountId: 'a', from: ELEVEN, hours: [] });
      break;
    case 'RECOUNT':
      await sql`insert into uncounted_meter_hours values (${org.orgId})`.execute(tx);
      await recountMeterHours(tx, org);
      break;
    default:
      way satisfies never;
  }
}

async function addMeters(tx: Tx, org: Org): Promise<void> {
  const now = NOON.toString();
  for (const [index, id] of METERS.entries())
    await sql`
      insert into usage_meters select * from jsonb_populate_record(null::usage_meters, ${JSON.stringify({
        ...{ org_id: org.orgId, id, name: id, version: 1, type: 'COUNTER', status: 'ACTIVE' },
        ...{ aggregation: index === 4 ? 'MAX' : 'SUM', description: '', filters: [], computations: [] },
        ...{ created_at: now, updated_at: now, row_version: 1 },
      })}::jsonb)`.execute(tx);
}

describe('usage of meters in hours', () => {
  it('equals that of all accounts, however it changes', async () => {
    let run = 0;
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
        const org = await opened.org(`changed-${run++}`);
        await inOrg(org, async (tx) => {
          const contexts: number[] = [];
          for (const accountId of ['a', 'b', 'c', 'd'])
            contexts.push(await makeContext(tx, { accountId, meterIds: METERS }));
          for (const { way, places } of steps) {
            await take(tx, org, { way, places, contexts });
            const [together, byAccount] = await readBoth(tx, org);
            expect(together).toEqual(byAccount);
            expect(await listMeterHourMismatches(tx, org, { after: null, last: null, limit: 10 })).toEqual(
              [],
            );
            if (together.length > 0) seen.add(way);
          }
        });
      }),
      { numRuns: rounds({ everyday: 30, full: 200 }) },
    );
    expect([...seen].sort()).toEqual([...WAYS].sort());
  }, 120_000);

  it('is recounted once, while others add to it', async () => {
    const org = await opened.org('recounted');
    const [contextId] = await inOrg(org, async (tx) => {
      const contexts = [await makeContext(tx, { accountId: 'a', meterIds: METERS })];
      const add = (units: number) =>
        take(tx, org, { way: 'DELTAS', contexts, places: [{ context: 0, part: 0, hour: 0, units }] });
      await add(100);
      await compactDeltas(tx, org);
      // As it was before the upgrade.
      await sql`delete from meter_hours`.execute(tx);
      await sql`insert into uncounted_meter_hours values (${org.orgId})`.execute(tx);
      await add(250);
      await compactDeltas(tx, org);
      return contexts;
    });
    const waiting = { way: 'DELTAS', contexts: [contextId as number] } as const;
    await inOrg(org, async (tx) => {
      expect(await hasMeterHours(tx, org)).toBe(false);
      expect(await findFirstUsage(tx, org, { from: null, until: null })).toBeNull();
      await recountMeterHours(tx, org);
      // Commits after the snapshot of the recount, and before the recount does.
      await inOrg(org, async (other) => {
        await take(other, org, { ...waiting, places: [{ context: 0, part: 0, hour: 1, units: 400 }] });
        await compactDeltas(other, org);
      });
    });
    await inOrg(org, async (tx) => {
      expect(await hasMeterHours(tx, org)).toBe(true);
      expect(await readBoth(tx, org)).toEqual([
        ['m1 10: 3.5 of 2', 'm1 11: 4 of 1'],
        ['m1 10: 3.5 of 2', 'm1 11: 4 of 1'],
      ]);
      expect(await listMeterHourMismatches(tx, org, { after: null, last: null, limit: 10 })).toEqual([]);
      expect(await findFirstUsage(tx, org, { from: null, until: null })).toEqual(TEN);
      expect(await findFirstUsage(tx, org, { from: ELEVEN, until: null })).toEqual(ELEVEN);
      await recountMeterHours(tx, org);
      expect(await listMeterHourMismatches(tx, org, { after: null, last: null, limit: 10 })).toEqual([]);
    });
  });

  it('is audited some hours at a time, whichever rows they have', async () => {
    const org = await opened.org('audited');
    await inOrg(org, async (tx) => {
      await addMeters(tx, org);
      const contextId = await makeContext(tx, { accountId: 'a', meterIds: METERS });
      // Rows by context in the first hour, by account in the second.
      for (const [hour, way] of (['DELTAS', 'ACCOUNTS'] as const).entries())
        await take(tx, org, {
          ...{ way, contexts: [contextId] },
          places: [{ context: 0, part: 0, hour, units: 100 }],
        });
      await compactDeltas(tx, org);
      const audit = async (rows: number) => {
        const pages: number[] = [];
        for (let after: Temporal.Instant | null = null; ; ) {
          const hours: HourStretch = await findHourStretch(tx, org, { after, rows });
          pages.push((await listMeterHourMismatches(tx, org, { ...hours, limit: 10 })).length);
          if (hours.last === null) return pages;
          after = hours.last;
        }
      };
      expect(await audit(1)).toEqual([...HOURS.map(() => 0), 0]);
      expect(await audit(1000)).toEqual([0]);
      // In each hour, and after the last one: a sum without rows.
      await sql`update meter_hours set units = units + 1`.execute(tx);
      await sql`insert into meter_hours values (${org.orgId}, 'm1', '2099-01-01', 1, 1)`.execute(tx);
      expect(await audit(1)).toEqual([...HOURS.map(() => 1), 1]);
      expect(await audit(1000)).toEqual([HOURS.length + 1]);
    });
  });

  it('of a meter of MAX is read by account', async () => {
    const org = await opened.org('greatest');
    await inOrg(org, async (tx) => {
      await addMeters(tx, org);
      const row = { accountId: 'a', meterId: 'm5', hourAt: TEN, units: '7', events: 2 };
      const summed = { rows: [], hours: { ...NOTHING, MAX: [row] }, cycles: NOTHING };
      await Promise.all(insertUsage(tx, org, { summed, slot: 0 }));
      expect(await readBoth(tx, org)).toEqual([['m5 10: 7 of 2'], ['m5 10: 7 of 2']]);
      expect(await listMeterHourMismatches(tx, org, { after: null, last: null, limit: 10 })).toEqual([]);
      await replaceHourUsage(tx, org, { accountId: 'a', from: null, hours: [] });
      expect(await readBoth(tx, org)).toEqual([[], []]);
      expect(await listMeterHourMismatches(tx, org, { after: null, last: null, limit: 10 })).toEqual([]);
    });
  });
});
