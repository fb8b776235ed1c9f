import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { countWaiting } from '#test/count-waiting.ts';
import { useDatabase } from '#test/open-database.ts';
import type { ContextRows, ContextUsage } from '../ingestion/context-sums.ts';
import { addContextUsage, insertWithUsage } from './context-usage.ts';

const opened = useDatabase();
const [CONTEXT, SLOT] = [7, 2];
const hourAt = Temporal.Instant.from('2030-01-10T10:00:00Z');
const at = Temporal.Instant.from('2030-01-10T10:05:00Z');

/** One row for each kind, of as many meters as there are units. */
function usageOf(units: readonly string[]): ContextUsage {
  const rows = (): ContextRows => ({
    ...{ contextIds: [CONTEXT], parts: [0] },
    ...{ units: units.map((each) => [each]), events: units.map(() => [1]) },
  });
  return { hours: { ...rows(), hourAts: [hourAt] }, cycles: rows() };
}

function eventOf(seq: number) {
  const packed = { vals: '1', units: '1', detail: null };
  const status = 'INGESTION_COMPLETED_EVENT_METERED' as const;
  return { seq, eventId: `e${seq}`, timestamp: at, contextId: CONTEXT, status, packed };
}

const inOrg = <T>(org: Org, run: (tx: Tx) => Promise<T>) =>
  opened.database.transaction({ orgId: org.orgId, access: 'write' }, run);

async function readSums(org: Org) {
  const select = (table: string) => sql<{ units: string[]; events: number[] }>`
    select array[units1, units2, units3, units4]::text[] as units, array[events1, events2]::int[] as events
    from ${sql.table(table)} where org_id = ${org.orgId} and context_id = ${CONTEXT} and slot = ${SLOT}`;
  const [hours, cycles] = await inOrg(org, (tx) =>
    Promise.all([select('context_hours').execute(tx), select('context_cycles').execute(tx)]),
  );
  return [hours?.rows, cycles?.rows];
}

describe('usage by context', () => {
  it('is added to what is there, column by column, in either way', async () => {
    const org = await opened.org('adder');
    await inOrg(org, async (tx) => {
      await Promise.all(addContextUsage(tx, org, { usage: usageOf(['1.5']), slot: SLOT }));
      const received = { events: [eventOf(1), eventOf(2)], receivedAt: at };
      await insertWithUsage(tx, org, { ...received, usage: usageOf(['2.25', '10']), slot: SLOT });
      await Promise.all(addContextUsage(tx, org, { usage: usageOf(['0.25', '1', '7', '8']), slot: SLOT }));
    });
    const row = { units: ['4.00', '11', '7', '8'], events: [3, 2] };
    expect(await readSums(org)).toEqual([[row], [row]]);
    const events = await inOrg(org, (tx) => sql`select seq from events order by seq`.execute(tx));
    expect(events.rows).toEqual([{ seq: 1 }, { seq: 2 }]);
  });

  // As all writers take them: of two that took them in different orders one would have to give way.
  it('of few events is added to hours first', async () => {
    const org = await opened.org('orderly');
    const addition = { usage: usageOf(['1']), slot: SLOT };
    await inOrg(org, (tx) => Promise.all(addContextUsage(tx, org, addition)));
    const owner = new pg.Client({ connectionString: opened.url });
    await owner.connect();
    let writing: Promise<void> | undefined;
    await inOrg(org, async (holder) => {
      await sql`select 1 from context_hours where context_id = ${CONTEXT} for update`.execute(holder);
      const received = { events: [eventOf(3)], receivedAt: at };
      writing = inOrg(org, (tx) => insertWithUsage(tx, org, { ...received, ...addition }));
      await expect.poll(() => countWaiting(owner), { timeout: 10_000 }).toBe(1);
      const cycle = sql`select 1 from context_cycles where context_id = ${CONTEXT} for update nowait`;
      expect((await inOrg(org, (tx) => cycle.execute(tx))).rows).toHaveLength(1);
    });
    await writing;
    await owner.end();
  });
});
