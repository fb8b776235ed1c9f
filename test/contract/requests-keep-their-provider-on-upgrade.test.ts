import { afterAll, expect, test } from 'vitest';
import { openDatabaseBefore, upgrade } from '#test/older-database.ts';

/** Before it an organization could not have several. */
const UPGRADE = '_providers_and_holds.sql';
const LOGIN = `provider_owner_${process.pid}`;

/** A request with its call, an event of it, and the work that believes it; nothing else refers to them. */
const STORED = `
  set session_replication_role = replica;
  insert into organizations (id, environment, name, created_at, updated_at)
  values ('one', 'sandbox', 'One', now(), now()), ('two', 'sandbox', 'Two', now(), now());
  insert into payment_connections (org_id, id, kind, name, secrets, created_at, updated_at)
  select org_id, 'pprov.' || id, 'OFFLINE', 'P', '[]', now(), now() from organizations;
  insert into payment_requests (org_id, id, invoice_id, account_id, attempt, provider, amount, currency,
    status, created_at, updated_at)
  select org_id, 'preq.' || id, 'inv', 'a', 1, 'P', 5, 'USD', 'PENDING', now(), now() from organizations;
  insert into provider_calls (org_id, id, kind, target_id, content, status, created_at)
  select org_id, 'preq.' || id, 'REQUEST', 'preq.' || id, '{}', 'DONE', now() from organizations;
  insert into provider_events (org_id, id, type, target_id, content, outcome, received_at)
  select org_id, 'evt', 'REQUEST', 'preq.' || id, '{}', 'RECEIVED', now() from organizations;
  insert into due_work (org_id, kind, key, due_at, rank, payload)
  select org_id, 'payment_requests.provider_said', 'evt', now(), 61, '{"eventId": "evt"}' from organizations;
  insert into due_work (org_id, kind, key, due_at, rank, attempts, last_error, parked_at)
  select org_id, 'invoices.pdf', 'held', now(), 90, 5, 'no luck', '2030-01-01' from organizations;
  insert into wallet_entries (org_id, id, account_id, transaction_type, status, amount, requested,
    closing_balance, entity_id, description, created_at)
  select org_id, 'wen', 'a', 'DEBITED', 'ON_HOLD', 0, 20, 7, 'inv', 'Held', now() from organizations`;

const stops: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

test('what was asked before there could be several providers was asked of the one there was', async () => {
  const database = await openDatabaseBefore(stops, { migration: UPGRADE, login: LOGIN });
  const { run } = database;
  await run(STORED);
  await upgrade(database);
  const rows = await run(`
    select o.id, c.is_default, r.connection_id as request, p.connection_id as call, e.connection_id as event,
      w.payload ->> 'connectionId' as work
    from organizations o join payment_connections c using (org_id) join payment_requests r using (org_id)
    join provider_calls p using (org_id) join provider_events e using (org_id)
    join scheduled_work w using (org_id)
    where w.kind = 'payment_requests.provider_said' order by o.id`);
  expect(rows).toEqual(
    ['one', 'two'].map((id) => {
      const ours = `pprov.${id}`;
      return { id, is_default: true, request: ours, call: ours, event: ours, work: ours };
    }),
  );
  expect(
    await run(`select state, failing_since = on_hold_at as since from scheduled_work where key = 'held'`),
  ).toEqual(Array(2).fill({ state: 'ON_HOLD', since: true }));
  expect(
    await run('select status, amount::int, requested::int, closing_balance::int from wallet_entries'),
  ).toEqual(Array(2).fill({ status: 'COMPLETED', amount: 0, requested: 20, closing_balance: 7 }));
  expect(await run(`select from audit_log where entity_type = 'PAYMENT_REQUEST'`)).toEqual([]);
});
