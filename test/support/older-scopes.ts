import { openDatabaseBefore, upgrade } from './older-database.ts';

interface Upgraded {
  /** The end of the name of the migration. */
  migration: string;
  login: string;
  /** The area of the scopes that keys and a role have before it. */
  area: string;
}

const storedWith = (area: string) => `
  set session_replication_role = replica;
  insert into organizations (id, environment, name, created_at, updated_at)
  values ('one', 'production', 'One', now(), now()), ('two', 'production', 'Two', now(), now());
  insert into api_keys (org_id, id, name, prefix, secret_hash, status, scopes, created_at, updated_at)
  select org_id, o.id || ' ' || key.name, key.name, 'x', decode(md5(o.id || key.name), 'hex'), 'ACTIVE',
    scopes::text[], now(), now()
  from organizations o, (values ('reads', '{${area}:read}'), ('writes', '{${area}:read,${area}:write}'),
    ('other', '{events:write}')) as key (name, scopes);
  insert into custom_roles (org_id, id, name, scopes, created_at, updated_at)
  select org_id, 'role', 'Clerk', '{${area}:write}', now(), now() from organizations where id = 'two'`;

/**
 * The scopes after an upgrade, as `organization key: scopes`, of keys of two organizations that read, write
 * or do neither, and of a role of one that writes.
 */
export async function scopesAfterUpgrade(
  stops: (() => Promise<unknown>)[],
  { migration, login, area }: Upgraded,
): Promise<string[]> {
  const database = await openDatabaseBefore(stops, { migration, login });
  await database.run(storedWith(area));
  await upgrade(database);
  const stored = await database.run(
    `select id, array_to_string(scopes, ' ') as scopes from api_keys
     union all select 'role', array_to_string(scopes, ' ') from custom_roles order by id`,
  );
  return stored.map(({ id, scopes }) => `${id}: ${scopes}`);
}
