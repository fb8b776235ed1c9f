import { afterAll, expect, test } from 'vitest';
import { openDatabaseBefore, upgrade } from '#test/older-database.ts';

const LOGIN = `holds_owner_${process.pid}`;
const stops: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

/** The setting of the organization is off since 10 January, that of the account `own` on. */
const STORED = `
  set session_replication_role = replica;
  insert into organizations (id, environment, name, created_at, updated_at)
  values ('one', 'sandbox', 'One', now(), now());
  insert into settings (org_id, namespace, id, entity_type, entity_id, name, value, data_type, created_at,
    updated_at)
  select org_id, 'PLATFORM', 'INVOICE_AUTO_ADVANCE', kind, owner, 'x', value, 'STRING', '2030-01-10',
    '2030-01-10'
  from organizations, (values ('ORGANIZATION', 'one', 'false'), ('ACCOUNT', 'own', 'true'))
    as setting (kind, owner, value);
  insert into invoices (org_id, id, account_id, customer_id, invoice_class, invoice_type, status, currency,
    start_at, end_at, invoice_date, net_term_days, generated_at, total_amount, inputs, document, details,
    schedule_id, auto_advance, created_at, updated_at)
  select org_id, draft.id, account, 'c', 'INVOICE', 'STANDARD', 'DRAFT', 'USD', '2030-01-01', '2030-02-01',
    '2030-02-01', 0, now(), 0, '{}', '{}', '{}', 's', auto_advance, opened::timestamptz, now()
  from organizations, (values
    ('by the setting', 'a', false, '2030-01-11'), ('by a person before', 'a', false, '2030-01-09'),
    ('by a person', 'own', false, '2030-01-11'), ('by nobody', 'own', true, '2030-01-11'))
    as draft (id, account, auto_advance, opened)`;

test('a draft that only the setting can have held is let go by it, whoever owns the tables', async () => {
  const database = await openDatabaseBefore(stops, {
    ...{ migration: '_holds_of_a_setting.sql', login: LOGIN },
  });
  await database.run(STORED);
  await upgrade(database);
  expect(await database.run('select id from invoices where held_by_setting')).toEqual([
    { id: 'by the setting' },
  ]);
});
