import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { useDatabase, useOwner } from '#test/open-database.ts';
import type { TxScope } from './database.ts';
import { holdOutgoing, OUTGOING_KINDS, readOutgoingHolds } from './outgoing-hold.ts';

const MIGRATION = join(import.meta.dirname, '../../../migrations/0093_outgoing_holds.sql');
const RESTORED_TO = Temporal.Instant.from('2026-03-04T05:06:07.123456Z');

const opened = useDatabase({ maxConnections: 2 });
const owner = useOwner(opened);
beforeEach(async () => {
  await owner.query('delete from outgoing_holds');
});

const release = (scope: Partial<TxScope>) =>
  opened.database.transaction({ orgId: null, access: 'write', ...scope }, async (tx) => {
    const { rows } = await sql`select release_outgoing('{MAIL}', 'Ann') as kind`.execute(tx);
    return rows;
  });

it('a hold covers every kind, says why, and begins again with the next restore', async () => {
  await holdOutgoing(owner, { reason: 'a restore', restoredTo: null });
  expect(await release({ isDirectory: true })).toEqual([{ kind: 'MAIL' }]);
  expect(await release({ isDirectory: true })).toEqual([]);
  expect((await readOutgoingHolds(opened.database))[0]).toMatchObject({ kind: 'MAIL', releasedBy: 'Ann' });

  await holdOutgoing(owner, { reason: 'another restore', restoredTo: RESTORED_TO });
  const holds = await readOutgoingHolds(opened.database);
  expect(holds.map(({ kind }) => kind)).toEqual([...OUTGOING_KINDS]);
  for (const hold of holds) {
    expect(hold).toMatchObject({ reason: 'another restore', releasedAt: null, releasedBy: null });
    expect(hold.restoredTo?.equals(RESTORED_TO)).toBe(true);
  }
});

it('nobody but an operator of the deployment releases it, and no request changes the table', async () => {
  await holdOutgoing(owner, { reason: 'a restore', restoredTo: null });
  await expect(release({})).rejects.toThrow('only an operator');
  await expect(release({ orgId: 1 })).rejects.toThrow('only an operator');
  const write = opened.database.transaction({ orgId: null, access: 'write', isDirectory: true }, (tx) =>
    sql`delete from outgoing_holds`.execute(tx),
  );
  await expect(write).rejects.toThrow('permission denied');
});

it('an older database gets the table of the migration, which then keeps the hold', async () => {
  const columns = async () =>
    (
      await owner.query(`
        select column_name, data_type, is_nullable from information_schema.columns
        where table_name = 'outgoing_holds' order by ordinal_position`)
    ).rows;
  const checks = async () =>
    (
      await owner.query(`select contype, pg_get_constraintdef(k.oid) as text,
        pg_get_userbyid(relowner) as owner from pg_constraint k join pg_class c on c.oid = conrelid
        where conrelid = 'outgoing_holds'::regclass and contype <> 'n' order by 2`)
    ).rows;
  const [ofMigration, checksOfMigration] = [await columns(), await checks()];
  expect(checksOfMigration).toHaveLength(3);

  await owner.query('drop function list_outgoing_holds, release_outgoing; drop table outgoing_holds');
  await holdOutgoing(owner, { reason: 'an old backup', restoredTo: null });
  expect([await columns(), await checks()]).toEqual([ofMigration, checksOfMigration]);
  await owner.query(await readFile(MIGRATION, 'utf8'));
  expect(await readOutgoingHolds(opened.database)).toHaveLength(3);
});
