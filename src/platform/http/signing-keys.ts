import { randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK } from 'jose';

/** An ES256 key of the deployment, with its private half. */
export interface SigningKey {
  jwk: JWK & { kid: string };
  /** Real time, as for all times of keys; until then the key is published but does not sign. */
  signsFrom: Temporal.Instant;
  createdAt: Temporal.Instant;
}

/** How long each key signs (`money-platform.md` 4.3). */
const SIGNS = { hours: 90 * 24 } as const;
/**
 * The minimum time from creation to first use: clients that cache the published keys have reloaded them by
 * then.
 */
const MIN_PUBLISHED = { hours: 24 } as const;
/** The same for a manual rotation: published keys may be cached for five minutes. */
const MIN_PUBLISHED_BY_HAND = { minutes: 10 } as const;
/** The longest lifetime of a token, plus clock skew. */
const VERIFIES_AFTER = { hours: 25 } as const;

/** Generates a new key. */
export async function createSigningKey(
  times: Pick<SigningKey, 'signsFrom' | 'createdAt'>,
): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const kid = randomBytes(8).toString('hex');
  return { jwk: { ...(await exportJWK(privateKey)), kid, alg: 'ES256' }, ...times };
}

/** The key that signs at an instant: the last whose `signsFrom` has passed. */
export function signerAt(keys: readonly SigningKey[], now: Temporal.Instant): SigningKey {
  const ordered = inOrder(keys);
  // A process whose clock lags behind that of the first key's creator must still find a key.
  const key = ordered.findLast(({ signsFrom }) => isBy(signsFrom, now)) ?? ordered[0];
  if (!key) throw new RangeError('there is no signing key');
  return key;
}

/** The keys whose tokens may still be valid, and the future ones; in the order in which they sign. */
export function verifiersAt(keys: readonly SigningKey[], now: Temporal.Instant): SigningKey[] {
  const ordered = inOrder(keys);
  return ordered.filter((_, i) => {
    const successor = ordered[i + 1];
    return !successor || !isBy(successor.signsFrom.add(VERIFIES_AFTER), now);
  });
}

/** When the next key should start to sign; null while a next key exists. */
export function nextSignsFrom(keys: readonly SigningKey[], now: Temporal.Instant): Temporal.Instant | null {
  const newest = inOrder(keys).at(-1);
  if (!newest || !isBy(newest.signsFrom, now)) return newest ? null : now;
  const [due, soonest] = [newest.signsFrom.add(SIGNS), now.add(MIN_PUBLISHED)];
  return isBy(due, soonest) ? soonest : due;
}

/** For a manual rotation: the next key, if it may sign at once; otherwise the instant at which it may. */
export function nextByHand(
  keys: readonly SigningKey[],
  now: Temporal.Instant,
): { key: SigningKey } | { readyAt: Temporal.Instant } | null {
  const key = inOrder(keys).find(({ signsFrom }) => !isBy(signsFrom, now));
  if (!key) return null;
  const readyAt = key.createdAt.add(MIN_PUBLISHED_BY_HAND);
  return isBy(readyAt, now) ? { key } : { readyAt };
}

function inOrder(keys: readonly SigningKey[]): SigningKey[] {
  return keys.toSorted(
    (a, b) => Temporal.Instant.compare(a.signsFrom, b.signsFrom) || (a.jwk.kid < b.jwk.kid ? -1 : 1),
  );
}

function isBy(instant: Temporal.Instant, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(instant, now) <= 0;
}
