import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { asSandbox } from '#test/metering-scenario.ts';
import { useService } from '#test/running-app.ts';
import { sqlState } from './database.ts';
import { limitReads } from './limited-reads.ts';

const service = useService();

const reading = async <T>(run: (tx: Parameters<typeof limitReads>[0]) => Promise<T>): Promise<T> => {
  const orgId = await asSandbox(service, async (_, org) => org.orgId);
  return service.app.database.transaction({ orgId, access: 'read' }, run);
};
const limitOf = async (tx: Parameters<typeof limitReads>[0]) => {
  const { rows } = await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(
    tx,
  );
  return rows[0]?.limit;
};

it('ends a statement that takes longer, and nothing of it stays on the connection', async () => {
  const error = await reading((tx) => limitReads(tx, 1, () => sql`select pg_sleep(5)`.execute(tx))).catch(
    (thrown: unknown) => thrown,
  );
  expect(sqlState(error)).toBe('57014');
  expect(await reading((tx) => limitReads(tx, 7, () => limitOf(tx)))).toBe('7s');
  expect(await reading(limitOf)).toBe('1min');
});

it('has one snapshot, and changes nothing', async () => {
  await reading((tx) =>
    limitReads(tx, 5, async () => {
      const ids = async () => (await sql`select pg_current_snapshot()::text as id`.execute(tx)).rows[0];
      expect(await ids()).toEqual(await ids());
    }),
  );
  const error = await reading((tx) => limitReads(tx, 5, () => sql`create table x ()`.execute(tx))).catch(
    (thrown: unknown) => thrown,
  );
  expect(sqlState(error)).toBe('25006');
});
