import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import type { Org } from '#platform/http/operation.ts';
import type { UpdateApiKeyRequest } from './schema.ts';
import type { ApiKeysTable } from './tables.ts';

export const apiKeyList: ListSpec = {
  maxPageSize: 100,
  defaultPageSize: 20,
  filters: {
    status: { column: 'status', kind: 'enum', values: ['ACTIVE', 'INACTIVE'] },
    parent_id: { column: 'parent_id', kind: 'text' },
  },
  searchable: { id: 'id', name: 'name' },
  sortable: { created_at: { column: 'created_at', kind: 'instant' }, id: { column: 'id', kind: 'text' } },
  defaultSort: [['created_at', 'DESC']],
  tieBreaker: 'id',
};

const SHOWN = [
  'id',
  'name',
  'prefix',
  'scopes',
  'role',
  'status',
  'expiresAt',
  'parentId',
  'createdAt',
  'updatedAt',
] as const;

export async function insertApiKey(tx: Tx, key: Omit<ApiKeysTable, 'keyRotation'>) {
  return tx.insertInto('apiKeys').values(key).returning(SHOWN).executeTakeFirstOrThrow();
}

export function listApiKeys(tx: Tx, org: Org, page: PageRequest) {
  const build = () =>
    tx.selectFrom('apiKeys').select(SHOWN).where('orgId', '=', org.orgId).where('status', '<>', 'DELETED');
  return findPage({ tx, parameters: [org.orgId, 'DELETED'], build }, page);
}

/** Reads and locks one key, which serializes its changes. Null for an unknown or deleted key. */
export async function lockApiKey(tx: Tx, org: Org, id: string) {
  return (
    (await tx
      .selectFrom('apiKeys')
      .select(SHOWN)
      .where('orgId', '=', org.orgId)
      .where('id', '=', id)
      .where('status', '<>', 'DELETED')
      .forNoKeyUpdate()
      .executeTakeFirst()) ?? null
  );
}

/** The caller has locked the key. */
export async function updateApiKey(
  tx: Tx,
  org: Org,
  change: { id: string; now: Temporal.Instant } & UpdateApiKeyRequest,
) {
  const { id, now, ...members } = change;
  return updateKey(tx, org, { id, now }).set(members).executeTakeFirstOrThrow();
}

/** The caller has locked the key. Tokens issued for the old secret carry its rotation, and end. */
export async function replaceSecret(
  tx: Tx,
  org: Org,
  change: { id: string; now: Temporal.Instant } & Pick<ApiKeysTable, 'prefix' | 'secretHash' | 'holderId'>,
) {
  const { id, now, prefix, secretHash, holderId } = change;
  return updateKey(tx, org, { id, now })
    .set((eb) => ({ prefix, secretHash, holderId, keyRotation: eb('keyRotation', '+', 1) }))
    .executeTakeFirstOrThrow();
}

function updateKey(tx: Tx, org: Org, { id, now }: { id: string; now: Temporal.Instant }) {
  return tx
    .updateTable('apiKeys')
    .set({ updatedAt: now })
    .where('orgId', '=', org.orgId)
    .where('id', '=', id)
    .returning(SHOWN);
}

/**
 * Deletes a locked key and all its descendants, and returns their ids. The rows stay as evidence of what the
 * keys were. A transaction that creates a key locks the parent until it commits, so a statement that waited
 * for that parent did not see the child: it repeats until it finds none.
 */
export async function deleteApiKeys(
  tx: Tx,
  org: Org,
  key: { id: string; now: Temporal.Instant },
): Promise<string[]> {
  const deleted: string[] = [];
  for (;;) {
    const { rows } = await sql<{ id: string }>`
      with recursive line as (
        select id from api_keys where org_id = ${org.orgId} and id = ${key.id}
        union
        select k.id from line join api_keys k on k.org_id = ${org.orgId} and k.parent_id = line.id),
      held as (
        select id from api_keys
        where org_id = ${org.orgId} and id in (select id from line) and status <> 'DELETED'
        order by id for no key update)
      update api_keys set status = 'DELETED', updated_at = ${key.now}
      where org_id = ${org.orgId} and id in (select id from held) and status <> 'DELETED'
      returning id`.execute(tx);
    if (rows.length === 0) return deleted;
    deleted.push(...rows.map(({ id }) => id));
  }
}

/** An ancestor of a key, which ends with it and whose scopes limit it. */
export type KeyAbove = Pick<ApiKeysTable, 'id' | 'status' | 'scopes' | 'role' | 'expiresAt'>;

/** The parent first. Locks the ancestors: none of them ends before the transaction does. */
export async function holdKeysAbove(tx: Tx, org: { orgId: number }, id: string): Promise<KeyAbove[]> {
  const { rows } = await sql<KeyAbove>`
    select k.id, k.status, k.scopes, k.role, k.expires_at
    from api_keys k join (${lineAbove(org, id)}) line on line.id = k.id
    where k.org_id = ${org.orgId} order by line.level for share of k`.execute(tx);
  return rows;
}

/** The same, without locks. */
export async function listKeysAbove(tx: Tx, org: { orgId: number }, id: string): Promise<KeyAbove[]> {
  const { rows } = await sql<KeyAbove>`
    select k.id, k.status, k.scopes, k.role, k.expires_at
    from api_keys k join (${lineAbove(org, id)}) line on line.id = k.id
    where k.org_id = ${org.orgId} order by line.level`.execute(tx);
  return rows;
}

/**
 * The name of a key, and the user who knows its secret: whoever created or rotated it last, or else the
 * holder of the nearest ancestor that has one. Null for an unknown key.
 */
export async function findKeyHolder(
  tx: Tx,
  org: { orgId: number },
  id: string,
): Promise<{ name: string; holderId: string | null } | null> {
  const { rows } = await sql<{ name: string; holderId: string | null }>`
    select (array_agg(k.name order by line.level))[1] as name,
      (array_agg(k.holder_id order by line.level) filter (where k.holder_id is not null))[1] as holder_id
    from api_keys k join (${lineAbove(org, id)}) line on line.id = k.id
    where k.org_id = ${org.orgId} having count(*) > 0`.execute(tx);
  return rows[0] ?? null;
}

/** Includes the key itself at level 0. */
function lineAbove({ orgId }: { orgId: number }, id: string) {
  return sql`
    with recursive line as (
      select id, parent_id, 0 as level from api_keys where org_id = ${orgId} and id = ${id}
      union all
      select k.id, k.parent_id, line.level + 1
      from line join api_keys k on k.org_id = ${orgId} and k.id = line.parent_id)
    select id, level from line`;
}

/** The facts that decide whether a credential is valid, with its organization. */
function keyFacts(tx: Tx) {
  return tx
    .selectFrom('apiKeys')
    .innerJoin('organizations', 'organizations.orgId', 'apiKeys.orgId')
    .select(['apiKeys.orgId', 'apiKeys.id', 'scopes', 'role', 'apiKeys.status', 'expiresAt'])
    .select(['parentId', 'keyRotation'])
    .select([
      'organizations.id as organizationId',
      'organizations.status as organizationStatus',
      'environment',
    ]);
}

/** The key whose hash is in the transaction's credential setting; row-level security hides all other keys. */
export async function findKeyByHash(tx: Tx, secretHash: Buffer): Promise<OwnFacts | null> {
  return (await keyFacts(tx).where('secretHash', '=', secretHash).executeTakeFirst()) ?? null;
}

/** The same facts by id, with the ancestors of the key. */
export async function findKeyById(tx: Tx, org: { orgId: number }, id: string): Promise<KeyFacts | null> {
  const query = keyFacts(tx).where('apiKeys.orgId', '=', org.orgId).where('apiKeys.id', '=', id);
  const found = await query.executeTakeFirst();
  if (!found) return null;
  return { ...found, above: found.parentId === null ? [] : await listKeysAbove(tx, org, found.parentId) };
}

export type OwnFacts = NonNullable<Awaited<ReturnType<ReturnType<typeof keyFacts>['executeTakeFirst']>>>;
export interface KeyFacts extends OwnFacts {
  /** The parent first. */
  above: KeyAbove[];
}
