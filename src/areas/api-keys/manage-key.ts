import type { Context } from '#platform/http/operation.ts';
import { heldScopes } from './describe-key.ts';
import { apiKeyNotFound, keyOutOfReach, ownKey } from './problems.ts';
import { listKeysAbove, lockApiKey } from './store.ts';

type Managing = Pick<Context, 'tx' | 'org' | 'actor'>;

/**
 * Locks a key that the caller may change: one whose scopes the caller holds, too. Raises `apiKeyNotFound` and
 * `keyOutOfReach`.
 */
export async function lockManagedKey({ tx, org, actor }: Managing, id: string) {
  const row = await lockApiKey(tx, org, id);
  if (!row) throw apiKeyNotFound({ id });
  const scope = heldScopes(row).find((each) => !actor.scopes.has(each));
  if (scope) throw keyOutOfReach({ id, scope });
  return row;
}

/** Raises `ownKey` if the change would also revoke the caller's key: the same key, or an ancestor of it. */
export async function checkEndsOthers({ tx, org, actor }: Managing, id: string): Promise<void> {
  if (id === actor.credentialId) throw ownKey();
  const line = await listKeysAbove(tx, org, actor.credentialId);
  if (line.some((key) => key.id === id)) throw ownKey();
}
