import { afterAll, expect, test } from 'vitest';
import { openDatabaseBefore, upgrade } from '#test/older-database.ts';

const LOGIN = `terms_owner_${process.pid}`;

const STORED = `
  set session_replication_role = replica;
  insert into organizations (id, environment, name, created_at, updated_at)
  values ('one', 'sandbox', 'One', now(), now()), ('two', 'sandbox', 'Two', now(), now());
  insert into billing_records (org_id, id, name, tax_ids, bank_details, payment_instructions, is_default,
    created_at, updated_at)
  select org_id, 'brec.' || id, 'Seller', '[]', '[]', '', false, now(), now() from organizations;
  insert into settings (org_id, namespace, id, entity_type, entity_id, name, value, data_type, created_at,
    updated_at)
  select org_id, namespace, 'BILLING_RECORD_ID', 'ACCOUNT', 'a', 'Seller', 'brec.' || id, 'STRING', now(),
    now()
  from organizations, unnest(array['PLATFORM', 'OWN']) as namespace;
  insert into due_work (org_id, kind, key, due_at, rank, payload, attempts, failing_since, parked_at)
  select org_id, 'invoices.pdf', 'inv', now(), 90, '{}', 5, now(), now() from organizations`;

const stops: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

test('what was stored under older names is found under those of the trade', async () => {
  const database = await openDatabaseBefore(stops, { migration: '_terms.sql', login: LOGIN });
  const { run } = database;
  await run(STORED);
  await upgrade(database);
  const ids = await run('select namespace, id, address from settings order by namespace, org_id');
  expect(ids).toEqual([
    ...Array(2).fill({ namespace: 'OWN', id: 'BILLING_RECORD_ID', address: expect.any(String) }),
    ...Array(2).fill({
      ...{ namespace: 'PLATFORM', id: 'SELLER_ENTITY_ID' },
      address: 'setting.PLATFORM.SELLER_ENTITY_ID.ACCOUNT.a',
    }),
  ]);
  expect(await run('select id from seller_entities order by id')).toEqual([
    { id: 'brec.one' },
    { id: 'brec.two' },
  ]);
  expect(await run('select state, failing_since is null as rests from scheduled_work')).toEqual(
    Array(2).fill({ state: 'ON_HOLD', rests: false }),
  );
  expect(
    await run(`select before ->> 'id' as was, after ->> 'id' as becomes from audit_log order by org_id`),
  ).toEqual(Array(2).fill({ was: 'BILLING_RECORD_ID', becomes: 'SELLER_ENTITY_ID' }));
});
