import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '#test/open-database.ts';
import type { Tx } from './database.ts';

const opened = useDatabase();
let orgId: number;

beforeAll(async () => {
  ({ orgId } = await opened.org('acme'));
});

const read = <T>(run: (tx: Tx) => Promise<T>) => opened.database.transaction({ orgId, access: 'read' }, run);

describe('names of columns', () => {
  it('are those of the database in what is built, in what is written, and in parts of either', async () => {
    const expected = [{ orgId, id: 'acme' }];
    const rows = await read(async (tx) => [
      await tx.selectFrom('organizations').select(['orgId', 'id']).where('orgId', '=', orgId).execute(),
      (await sql`select org_id, id from organizations where org_id = ${orgId}`.execute(tx)).rows,
      (
        await sql`select ${sql.ref('orgId')}, ${sql`id`} from ${sql.table('organizations')}
          where org_id = ${orgId}`.execute(tx)
      ).rows,
      (
        await sql`select ${sql`org_id, ${sql.ref('organizations.id')}`} from organizations
          where org_id = ${sql`(select ${orgId}::int)`}`.execute(tx)
      ).rows,
    ]);
    expect(rows).toEqual([expected, expected, expected, expected]);
  });

  it('are renamed in each row, and keys of JSON are not', async () => {
    const { rows } = await read((tx) =>
      sql`select n as row_number, '{"kept_key":[{"its_own":1}]}'::jsonb as json_value, array['a_b'] as list
        from generate_series(1, 2) as n`.execute(tx),
    );
    const row = { jsonValue: { kept_key: [{ its_own: 1 }] }, list: ['a_b'] };
    expect(rows).toEqual([1, 2].map((rowNumber) => ({ rowNumber, ...row })));
  });
});
