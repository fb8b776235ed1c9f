import type { Tx } from '#platform/db/database.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import type { Org } from '#platform/http/operation.ts';
import type { UpdateApiKeyRequest } from './schema.ts';
import type { ApiKeysTable } from './tables.ts';

export const apiKeyList: ListSpec = {
  maxPageSize: 100,
  defaultPageSize: 20,
  filters: { status: { column: 'status', kind: 'enum', values: ['ACTIVE', 'INACTIVE'] } },
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
  'createdAt',
  'updatedAt',
] as const;

export async function insertApiKey(tx: Tx, key: ApiKeysTable) {
  return tx.insertInto('apiKeys').values(key).returning(SHOWN).executeTakeFirstOrThrow();
}

export function listApiKeys(tx: Tx, org: Org, page: PageRequest) {
  const build = () =>
    tx.selectFrom('apiKeys').select(SHOWN).where('orgId', '=', org.orgId).where('status', '<>', 'DELETED');
  return findPage({ tx, parameters: [org.orgId, 'DELETED'], build }, page);
}

/** Null for an unknown or deleted key. */
export async function updateApiKey(
  tx: Tx,
  org: Org,
  change: { id: string; now: Temporal.Instant } & UpdateApiKeyRequest,
) {
  const { id, now, ...members } = change;
  return (
    (await tx
      .updateTable('apiKeys')
      .set({ ...members, updatedAt: now })
      .where('orgId', '=', org.orgId)
      .where('id', '=', id)
      .where('status', '<>', 'DELETED')
      .returning(SHOWN)
      .executeTakeFirst()) ?? null
  );
}

/** Keeps the row as evidence of what the key was; the secret no longer matches anything. */
export async function deleteApiKey(
  tx: Tx,
  org: Org,
  key: { id: string; now: Temporal.Instant },
): Promise<boolean> {
  const result = await tx
    .updateTable('apiKeys')
    .set({ status: 'DELETED', updatedAt: key.now })
    .where('orgId', '=', org.orgId)
    .where('id', '=', key.id)
    .where('status', '<>', 'DELETED')
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** What decides whether a credential is good, with the organization it belongs to. */
function keyFacts(tx: Tx) {
  return tx
    .selectFrom('apiKeys')
    .innerJoin('organizations', 'organizations.orgId', 'apiKeys.orgId')
    .select(['apiKeys.orgId', 'apiKeys.id', 'scopes', 'role', 'apiKeys.status', 'expiresAt'])
    .select([
      'organizations.id as organizationId',
      'organizations.status as organizationStatus',
      'environment',
    ]);
}

/** The key whose hash the transaction's credential setting names. */
export async function findKeyByHash(tx: Tx, secretHash: Buffer) {
  return (await keyFacts(tx).where('secretHash', '=', secretHash).executeTakeFirst()) ?? null;
}

/** The same facts by id, for a token that was made from the key. */
export async function findKeyById(tx: Tx, org: { orgId: number }, id: string) {
  const query = keyFacts(tx).where('apiKeys.orgId', '=', org.orgId).where('apiKeys.id', '=', id);
  return (await query.executeTakeFirst()) ?? null;
}

export type KeyFacts = NonNullable<Awaited<ReturnType<typeof findKeyByHash>>>;
