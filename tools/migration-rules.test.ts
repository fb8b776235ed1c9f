import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, it, test } from 'vitest';
import { readMigrationFiles } from '#platform/db/migration-files.ts';
import { createTestDatabase } from '#test/postgres.ts';
import { FIRST_CHECKED, findBrokenRules, HOT_TABLES } from './migration-rules.ts';

const MIGRATIONS = join(import.meta.dirname, '../migrations');

describe('a statement that keeps callers of a hot table waiting', () => {
  it.each<[string, RegExp]>([
    ['create index i on invoices (org_id, due_date)', /create index concurrently/],
    ['create unique index i\n  on events (org_id, seq)', /create index concurrently/],
    ['alter table events add column at timestamptz default clock_timestamp()', /default for each row/],
    ['alter table events add x bigint generated always as (a + b) stored', /column for each row/],
    ['alter table mails alter column kind type integer', /column of the new type/],
    ['alter table mails alter kind set data type text', /column of the new type/],
    ['alter table invoices add constraint c check (total_amount >= 0)', /not valid/],
    ['alter table invoices add foreign key (org_id, a) references accounts (org_id, id)', /not valid/],
    ['alter table invoices add constraint u unique (org_id, number)', /using index/],
    ['alter table accounts alter column name set not null', /validate a check/],
    ['update invoices set paid_amount = 0', /hourly maintenance/],
    ['delete from audit_log', /hourly maintenance/],
    ['lock table scheduled_work', /hourly maintenance/],
    ["set lock_timeout = '1min'", /limit of two seconds/],
    [
      'alter table invoices no force row level security; insert into n (a) select id from invoices',
      /runs while "alter table invoices no force/,
    ],
    [
      'alter table mails add constraint c check (a > 0) not valid;\nalter table mails validate constraint c',
      /a migration of its own/,
    ],
  ])('%s', (statement, advice) => {
    const found = findBrokenRules({ name: 'n.sql', text: `-- beside: no\n${statement};` });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(advice);
    const measured = '-- locks: measured, 10 ms with 5 million rows\n';
    expect(findBrokenRules({ name: 'n.sql', text: `-- beside: no\n${measured}${statement};` })).toEqual([]);
  });

  it.each([
    'create index concurrently i on invoices (org_id, due_date)',
    'create index i on saved_views (org_id)',
    'alter table events add column at timestamptz',
    'alter table events add column at timestamptz not null default now()',
    'alter table invoices add constraint c check (total_amount >= 0) not valid',
    'alter table invoices validate constraint c',
    'alter table invoices add constraint u unique using index i',
    'create table n (id integer primary key, at timestamptz default clock_timestamp())',
    'create function f() returns void language sql as $$ update invoices set paid_amount = 0; $$',
    '-- update invoices set paid_amount = 0;\nselect 1',
    'insert into n select 1; alter table invoices add column a text',
  ])('but not %s', (statement) => {
    expect(findBrokenRules({ name: 'n.sql', text: `-- beside: yes\n${statement};` })).toEqual([]);
  });
});

test.each<[string, number]>([
  ['create index concurrently if not exists i on invoices (org_id)', 0],
  ['drop index concurrently if exists i', 0],
  // Cannot be repeated, more than one, and something else.
  ['create index concurrently i on invoices (org_id)', 1],
  ['drop index concurrently if exists i; create index concurrently if not exists i on mails (org_id)', 1],
  ['update notes set text = 1', 1],
])('without a transaction: %s', (statement, count) => {
  const text = `-- beside: yes\n-- transaction: none\n${statement};`;
  expect(findBrokenRules({ name: 'n.sql', text })).toHaveLength(count);
});

test('a migration has to say whether older processes may run beside it', () => {
  for (const text of ['select 1', '-- beside: maybe\nselect 1'])
    expect(findBrokenRules({ name: 'n.sql', text })).toEqual([
      expect.stringContaining('add "-- beside: yes" or'),
    ]);
});

test('migrations since the rules keep them, and hot tables exist', async () => {
  const files = await readMigrationFiles(MIGRATIONS);
  const checked = files.filter(({ name }) => Number(name.slice(0, 4)) >= FIRST_CHECKED);
  expect(checked.flatMap(findBrokenRules)).toEqual([]);
  const { url, drop } = await createTestDatabase();
  const database = new pg.Client({ connectionString: url });
  await database.connect();
  const { rows } = await database.query(
    'select name from unnest($1::text[]) as name where to_regclass(name) is null',
    [HOT_TABLES],
  );
  await database.end();
  await drop();
  expect(rows).toEqual([]);
  // An older one that would not pass: the rules are not empty.
  expect(files.filter(({ name }) => name.startsWith('0088')).flatMap(findBrokenRules)).toEqual([
    expect.stringContaining('does not say'),
    expect.stringContaining('keeps its lock'),
  ]);
});
