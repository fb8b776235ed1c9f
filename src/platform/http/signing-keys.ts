import { randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK } from 'jose';

/** An ES256 key of the deployment, with its private half. */
export interface SigningKey {
  jwk: JWK & { kid: string };
  /** Real time, as all times of keys; until then it is published and signs nothing. */
  signsFrom: Temporal.Instant;
  createdAt: Temporal.Instant;
}

/** How long each key signs (`money-platform.md` 4.3). */
const SIGNS = { hours: 90 * 24 } as const;
/** A key signs no sooner after it was made: whoever keeps the published ones has read them anew by then. */
const LEAST_PUBLISHED = { hours: 24 } as const;
/** The same when somebody rotates by hand: what is published may be kept for five minutes. */
const LEAST_PUBLISHED_BY_HAND = { minutes: 10 } as const;
/** The longest that a token lives, and what clocks may differ by. */
const VERIFIES_AFTER = { hours: 25 } as const;

/** A key that nobody has seen before. */
export async function createSigningKey(
  times: Pick<SigningKey, 'signsFrom' | 'createdAt'>,
): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const kid = randomBytes(8).toString('hex');
  return { jwk: { ...(await exportJWK(privateKey)), kid, alg: 'ES256' }, ...times };
}

/** The one that signs at an instant: the last whose time has come. */
export function signerAt(keys: readonly SigningKey[], now: Temporal.Instant): SigningKey {
  const ordered = inOrder(keys);
  // A clock that is behind that of the one who made the first key must not be without any.
  const key = ordered.findLast(({ signsFrom }) => isBy(signsFrom, now)) ?? ordered[0];
  if (!key) throw new RangeError('there is no key to sign with');
  return key;
}

/** Those whose tokens may be alive, and those that will sign; in the order in which they sign. */
export function verifiersAt(keys: readonly SigningKey[], now: Temporal.Instant): SigningKey[] {
  const ordered = inOrder(keys);
  return ordered.filter((_, i) => {
    const successor = ordered[i + 1];
    return !successor || !isBy(successor.signsFrom.add(VERIFIES_AFTER), now);
  });
}

/** From when a next key is to sign; null while there is one that waits. */
export function nextSignsFrom(keys: readonly SigningKey[], now: Temporal.Instant): Temporal.Instant | null {
  const newest = inOrder(keys).at(-1);
  if (!newest || !isBy(newest.signsFrom, now)) return newest ? null : now;
  const [due, soonest] = [newest.signsFrom.add(SIGNS), now.add(LEAST_PUBLISHED)];
  return isBy(due, soonest) ? soonest : due;
}

/** The key that can sign at once instead of later; or the instant at which there will be one. */
export function nextByHand(
  keys: readonly SigningKey[],
  now: Temporal.Instant,
): { key: SigningKey } | { readyAt: Temporal.Instant } | null {
  const key = inOrder(keys).find(({ signsFrom }) => !isBy(signsFrom, now));
  if (!key) return null;
  const readyAt = key.createdAt.add(LEAST_PUBLISHED_BY_HAND);
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
