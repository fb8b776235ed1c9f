import { findOrgSetting } from '#areas/settings/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { Authentication } from './tables.ts';

/** Whether the members of an organization may do nothing but set up a second factor until they have one. */
export async function isSecondFactorRequired(tx: Tx, org: Org): Promise<boolean> {
  return (await findOrgSetting(tx, org, 'SECOND_FACTOR_REQUIRED')) === 'true';
}

/**
 * Whether a session was begun with two factors: a passkey counts as both, and a person with an authenticator
 * app has no session without one of its codes.
 */
export function hasTwoFactors(
  { hasSecondFactor }: { hasSecondFactor: boolean },
  { authenticatedBy }: { authenticatedBy: Authentication },
): boolean {
  return hasSecondFactor || authenticatedBy === 'PASSKEY';
}
