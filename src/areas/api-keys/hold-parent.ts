import type { Context } from '#platform/http/operation.ts';
import { unauthenticated } from '#platform/problem.ts';
import { tooManyGenerations } from './problems.ts';
import { holdKeysAbove, type KeyAbove } from './store.ts';

/** Every check of a key reads the keys above it, so there is an end to them. */
const MOST_ABOVE = 9;

/**
 * The key of the request, as it stays with the keys above it until the transaction ends: none
 * is revoked while
 * a child is made. Raises `tooManyGenerations`, and `unauthenticated` for a key that has just been revoked.
 */
export async function holdParent({
  tx,
  org,
  actor,
}: Pick<Context, 'tx' | 'org' | 'actor'>): Promise<KeyAbove> {
  const line = await holdKeysAbove(tx, org, actor.credentialId);
  const [parent] = line;
  if (!parent || line.some(({ status }) => status !== 'ACTIVE')) throw unauthenticated();
  if (line.length > MOST_ABOVE) throw tooManyGenerations({ most: MOST_ABOVE });
  return parent;
}
