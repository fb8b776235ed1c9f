import { realNow } from '#platform/db/clock.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Deployment } from '#platform/deployment.ts';
import { findTotp, takeRecoveryCode, takeStep } from './store/factors.ts';
import { hashOfRecoveryCode, stepOfCode } from './totp.ts';

/** Secrets of people are sealed for the deployment, which no organization has as its number. */
const DEPLOYMENT = 0;

export function sealSecret({ sealing }: Deployment, userId: string, secret: Buffer): string {
  return sealing.seal(secret, { orgId: DEPLOYMENT, id: userId });
}

interface Shown {
  userId: string;
  code: string;
}

/** How a person has proven its second factor; null: not at all. */
export type Proof = 'CODE' | 'RECOVERY_CODE';

/**
 * Uses up a one-time code of a user, or one of its recovery codes. The transaction acts for the user, and has
 * to be committed even if what follows fails: a code is good once.
 */
export async function proveSecondFactor(
  tx: Tx,
  deployment: Deployment,
  { userId, code }: Shown,
): Promise<Proof | null> {
  const totp = await findTotp(tx, userId);
  if (!totp?.isConfirmed) return null;
  if (await takeCode(tx, deployment, { userId, code, sealed: totp.secret })) return 'CODE';
  const hash = hashOfRecoveryCode(userId, code);
  return (await takeRecoveryCode(tx, { userId, hash })) ? 'RECOVERY_CODE' : null;
}

/** The same for a secret that may not be confirmed yet. */
export async function takeCode(
  tx: Tx,
  { sealing }: Deployment,
  { userId, code, sealed }: Shown & { sealed: string },
): Promise<boolean> {
  const secret = sealing.open(sealed, { orgId: DEPLOYMENT, id: userId });
  const step = stepOfCode(secret, code, realNow());
  return step !== null && takeStep(tx, { userId, step });
}
