import type { Context } from '#platform/http/operation.ts';
import { heldScopes } from './describe-key.ts';
import { apiKeyNotFound, keyOutOfReach, ownKey } from './problems.ts';
import { listKeysAbove, lockApiKey } from './store.ts';

type Managing = Pick<Context, 'tx' | 'org' | 'actor'>;

/**
 * A key that the caller may change, locked: one that holds nothing that the caller does not. Raises
 * `apiKeyNotFound` and `keyOutOfReach`.
 */
export async function lockManagedKey({ tx, org, actor }: Managing, id: string) {
  const row = await lockApiKey(tx, org, id);
  if (!row) throw apiKeyNotFound({ id });
  const scope = heldScopes(row).find((each) => !actor.scopes.has(each));
  if (scope) throw keyOutOfReach({ id, scope });
  return row;
}

/** Raises `ownKey` when the caller would end with the key: it is the caller's own, or one above it. */
export async function checkEndsOthers({ tx, org, actor }: Managing, id: string): Promise<void> {
  if (id === actor.credentialId) throw ownKey();
  const line = await listKeysAbove(tx, org, actor.credentialId);
  if (line.some((key) => key.id === id)) throw ownKey();
}
