import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { COLUMNS_OF_THE_SERVICE, treatments } from '#test/personal-columns.ts';
import { createTestDatabase, type TestDatabase } from '#test/postgres.ts';
import { textColumns } from '#test/search-everything.ts';

let made: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  made = await createTestDatabase();
  client = new pg.Client({ connectionString: made.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await made.drop();
});

const HOW =
  'a column can hold a text about a person: say in test/support/personal-columns.ts what becomes of it ' +
  'when the person is erased; to erase it, add it to src/areas/erasure, and plant a text in ' +
  'test/support/planted-person.ts';

it('every column that can hold a text says what an erasure does to it', async () => {
  const columns = await textColumns(client);
  const known = new Set([
    ...treatments().keys(),
    ...Object.entries(COLUMNS_OF_THE_SERVICE).flatMap(([table, names]) =>
      names.split(' ').map((name) => `${table}.${name}`),
    ),
  ]);
  expect(columns.length).toBeGreaterThan(300);
  const names = columns.map(({ table, column }) => `${table}.${column}`);
  expect(
    names.filter((name) => !known.has(name)),
    HOW,
  ).toEqual([]);
  expect(
    [...known].filter((name) => !names.includes(name)),
    'no such column any more',
  ).toEqual([]);
});

it('a column that is added is missed', async () => {
  await client.query('begin; create table notes_of_later (org_id integer, note text)');
  const names = (await textColumns(client)).map(({ table, column }) => `${table}.${column}`);
  expect(names.filter((name) => name.startsWith('notes_of_later'))).toEqual(['notes_of_later.note']);
  expect(treatments().has('notes_of_later.note')).toBe(false);
  await client.query('rollback');
});

it('whatever the audit log has of a person is among the members that it erases', async () => {
  const { rows } = await client.query<{ table: string; members: string[] | null; omitted: string[] }>(`
    select distinct c.relname as table, personal_members(entity) as members,
      (regexp_match(pg_get_triggerdef(t.oid),
        '(?:''[^'']*'', ){3}''([^'']*)'', ''[^'']*''\\)'))[1]::text[] as omitted
    from pg_trigger t join pg_class c on c.oid = t.tgrelid,
      substring(pg_get_triggerdef(t.oid) from '''([A-Z_]+)''') as entity
    where t.tgname in ('audit_update', 'audit_insert_or_delete')`);
  expect(rows.length).toBeGreaterThan(30);
  const erased = [...treatments()].filter(([, treatment]) => treatment === 'erased' || treatment === 'swept');
  for (const { table, members, omitted } of rows) {
    const columns = erased.flatMap(([name]) => (name.startsWith(`${table}.`) ? [name.split('.')[1]] : []));
    const shown = columns.filter((name) => name !== 'password_hash' && !omitted.includes(String(name)));
    expect([table, shown.filter((name) => !members?.includes(String(name)))]).toEqual([table, []]);
  }
});
