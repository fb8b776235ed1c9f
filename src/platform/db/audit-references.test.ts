import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { inOrg } from '#test/billing-rows.ts';
import { asOwner } from '#test/partition-scenario.ts';
import { useService } from '#test/running-app.ts';
import { referenceAudit } from './audit-references.ts';
import { readDatabaseClock } from './scheduled-work.ts';

const service = useService({}, { own: 'it changes how large the database believes its tables to be' });

/** How many foreign keys each page has, when all tables are told to have so many rows. */
async function countKeys(rows: number): Promise<number[]> {
  const statistics = `update pg_class set reltuples = ${rows} where relnamespace = 'public'::regnamespace`;
  await asOwner(service, (owner) => owner.query(statistics));
  return inOrg(service, 'sandbox', async (tx, org) => {
    const { rows: keys } = await sql<{ position: string }>`
      select t.relname || ' ' || c.conname collate "C" as position
      from pg_constraint c join pg_class t on t.oid = c.conrelid
      where c.contype = 'f' and c.conparentid = 0 and not t.relispartition
        and t.relnamespace = 'public'::regnamespace
        and exists (select from pg_attribute a where a.attrelid = t.oid and a.attname = 'org_id')
      order by 1`.execute(tx);
    const positions = keys.map(({ position }) => position);
    const now = await readDatabaseClock(tx, org);
    const pages: number[] = [];
    let seen = 0;
    for (let after: string | null = null, isFirst = true; isFirst || after !== null; isFirst = false) {
      const { next } = await referenceAudit.check({ tx, org, now }, after);
      const end = next === null ? positions.length : positions.indexOf(next) + 1;
      pages.push(end - seen);
      [after, seen] = [next, end];
    }
    expect(seen).toBe(positions.length);
    return pages;
  });
}

it('looks at many small tables together, and at large ones alone', async () => {
  const small = await countKeys(0);
  expect(small.slice(0, -1).every((keys) => keys === 20)).toBe(true);
  const middle = await countKeys(30_000);
  expect(middle.slice(0, -1).every((keys) => keys === 3)).toBe(true);
  const large = await countKeys(5_000_000);
  expect(large.every((keys) => keys === 1)).toBe(true);
  expect(large.length).toBeGreaterThan(100);
});
