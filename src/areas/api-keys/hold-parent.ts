import type { Context } from '#platform/http/operation.ts';
import { unauthenticated } from '#platform/problem.ts';
import { tooManyGenerations } from './problems.ts';
import { holdKeysAbove, type KeyAbove } from './store.ts';

/** Every check of a key reads all its ancestors, so their number is limited. */
const MAX_ANCESTORS = 9;

/**
 * Returns the key of the request, null for a person, and locks it and its ancestors until the transaction
 * ends, so that none is revoked while a child is created. Raises `tooManyGenerations`, and `unauthenticated`
 * for a key that has just been revoked.
 */
export async function holdParent({
  tx,
  org,
  actor,
}: Pick<Context, 'tx' | 'org' | 'actor'>): Promise<KeyAbove | null> {
  if (actor.user) return null;
  const line = await holdKeysAbove(tx, org, actor.credentialId);
  const [parent] = line;
  if (!parent || line.some(({ status }) => status !== 'ACTIVE')) throw unauthenticated();
  if (line.length > MAX_ANCESTORS) throw tooManyGenerations({ max: MAX_ANCESTORS });
  return parent;
}
