import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { useDatabase } from '#test/open-database.ts';
import { addContextUsage, type ContextRows, type ContextUsage } from './context-usage.ts';

const opened = useDatabase();
const [CONTEXT, SLOT] = [7, 2];
const hourAt = Temporal.Instant.from('2030-01-10T10:00:00Z');

/** One row for each kind, of as many meters as there are units. */
function usageOf(units: readonly string[]): ContextUsage {
  const rows = (): ContextRows => ({
    ...{ contextIds: [CONTEXT], parts: [0] },
    ...{ units: units.map((each) => [each]), events: units.map(() => [1]) },
  });
  return { hours: { ...rows(), hourAts: [hourAt] }, cycles: rows() };
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
  it('is added to what is there, column by column', async () => {
    const org = await opened.org('adder');
    await inOrg(org, async (tx) => {
      await Promise.all(addContextUsage(tx, org, { usage: usageOf(['1.5']), slot: SLOT }));
      await Promise.all(addContextUsage(tx, org, { usage: usageOf(['2.25', '10']), slot: SLOT }));
      await Promise.all(addContextUsage(tx, org, { usage: usageOf(['0.25', '1', '7', '8']), slot: SLOT }));
    });
    const row = { units: ['4.00', '11', '7', '8'], events: [3, 2] };
    expect(await readSums(org)).toEqual([[row], [row]]);
  });
});
