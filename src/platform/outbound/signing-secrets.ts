import { randomBytes } from 'node:crypto';
import type { Deployment } from '../deployment.ts';

/** A signing secret; a replaced one with its end. */
export interface StoredSecret {
  sealed: string;
  /** Real time. */
  until: string | null;
}

const SECRET_BYTES = 32;
/** How long a replaced secret continues to sign. */
const OVERLAP = { hours: 24 } as const;
/** The most secrets that sign at the same time. */
export const MAX_SECRETS = 5;

type SecretOwner = { orgId: number; id: string };
type Seals = Pick<Deployment, 'sealing'>;

/** A new secret, which is shown once, and its stored form. */
export function makeSecret({ sealing }: Seals, owner: SecretOwner): { secret: string; stored: StoredSecret } {
  const key = randomBytes(SECRET_BYTES);
  const stored = { sealed: sealing.seal(key, owner), until: null };
  return { secret: `whsec_${key.toString('base64')}`, stored };
}

/** The keys that sign at an instant of real time, the current one first. */
export function openKeys(
  { sealing }: Seals,
  { secrets, at, ...owner }: SecretOwner & { secrets: readonly StoredSecret[]; at: Temporal.Instant },
): Buffer[] {
  return liveSecrets(secrets, at).map(({ sealed }) => sealing.open(sealed, owner));
}

function liveSecrets(secrets: readonly StoredSecret[], at: Temporal.Instant): StoredSecret[] {
  return secrets.filter(
    ({ until }) => until === null || Temporal.Instant.compare(Temporal.Instant.from(until), at) > 0,
  );
}

/** The new secret first; the others end after the overlap, or earlier. */
export function replaceSecret(
  secrets: readonly StoredSecret[],
  { stored, at }: { stored: StoredSecret; at: Temporal.Instant },
): StoredSecret[] {
  const until = at.add(OVERLAP).toString();
  const others = liveSecrets(secrets, at).map((each) => ({ ...each, until: each.until ?? until }));
  return [stored, ...others];
}

/** The secrets with a new one added, or unchanged without one; null when too many would sign. */
export function withSecret(
  secrets: readonly StoredSecret[],
  { stored, at }: { stored: StoredSecret | null; at: Temporal.Instant },
): StoredSecret[] | null {
  if (!stored) return [...secrets];
  const next = replaceSecret(secrets, { stored, at });
  return next.length > MAX_SECRETS ? null : next;
}
