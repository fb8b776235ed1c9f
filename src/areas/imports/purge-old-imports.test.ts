import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { useDatabase } from '#test/open-database.ts';
import { purgeOldImports } from './purge-old-imports.ts';
import './tables.ts';

const opened = useDatabase({ maxConnections: 2 });

const NOW = Temporal.Instant.from('2030-06-30T00:00:00Z');
/** 180 days before. */
const KEPT_FROM = Temporal.Instant.from('2030-01-01T00:00:00Z');

it('keeps imports for 180 days after their end, however many, and open ones', async () => {
  const org = await opened.org('old');
  const { orgId } = org;
  await opened.database.transaction({ orgId, access: 'write' }, async (tx) => {
    await sql`update organizations set clock_at = ${NOW} where org_id = ${orgId}`.execute(tx);
    // More than go in one transaction.
    for (const [name, count, updatedAt, nextAttemptAt] of [
      ['old', 205, KEPT_FROM.subtract({ milliseconds: 1 }), null],
      ['kept', 3, KEPT_FROM, null],
      ['open', 2, KEPT_FROM.subtract({ hours: 24 }), NOW],
    ] as const)
      await sql`
        insert into imports (org_id, id, type, status, file_id, delimiter, defaults, is_dry_run, requested_by,
          next_attempt_at, created_at, updated_at)
        select ${orgId}, ${name} || n, 'ACCOUNTS', ${nextAttemptAt ? 'QUEUED' : 'COMPLETED'}, 'file.1', ',',
          '{}', false, '{}', ${nextAttemptAt}, ${updatedAt}, ${updatedAt}
        from generate_series(1, ${count}) as n`.execute(tx);
  });
  await purgeOldImports(opened.database, org);
  const left = await opened.database.transaction({ orgId, access: 'read' }, (tx) =>
    tx.selectFrom('imports').select('id').orderBy('id').execute(),
  );
  expect(left.map(({ id }) => id)).toEqual(['kept1', 'kept2', 'kept3', 'open1', 'open2']);
});
