import { afterAll, expect, test } from 'vitest';
import { openDatabaseBefore, upgrade } from '#test/older-database.ts';

const LOGIN = `cost_scopes_owner_${process.pid}`;
const stops: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

const STORED = `
  set session_replication_role = replica;
  insert into organizations (id, environment, name, created_at, updated_at)
  values ('one', 'production', 'One', now(), now()), ('two', 'production', 'Two', now(), now());
  insert into api_keys (org_id, id, name, prefix, secret_hash, status, scopes, created_at, updated_at)
  select org_id, o.id || ' ' || key.name, key.name, 'x', decode(md5(o.id || key.name), 'hex'), 'ACTIVE',
    scopes::text[], now(), now()
  from organizations o, (values ('reads', '{catalog:read}'), ('writes', '{catalog:read,catalog:write}'),
    ('other', '{events:write}')) as key (name, scopes);
  insert into custom_roles (org_id, id, name, scopes, created_at, updated_at)
  select org_id, 'role', 'Clerk', '{catalog:write}', now(), now() from organizations where id = 'two'`;

test('keys and roles of every organization reach unit costs as they reached the catalog', async () => {
  const database = await openDatabaseBefore(stops, { migration: '_scopes_of_costs.sql', login: LOGIN });
  await database.run(STORED);
  await upgrade(database);
  const stored = await database.run(
    `select id, array_to_string(scopes, ' ') as scopes from api_keys
     union all select 'role', array_to_string(scopes, ' ') from custom_roles order by id`,
  );
  expect(stored.map(({ id, scopes }) => `${id}: ${scopes}`)).toEqual([
    'one other: events:write',
    'one reads: catalog:read costs:read',
    'one writes: catalog:read catalog:write costs:read costs:write',
    'role: catalog:write costs:write',
    'two other: events:write',
    'two reads: catalog:read costs:read',
    'two writes: catalog:read catalog:write costs:read costs:write',
  ]);
});
