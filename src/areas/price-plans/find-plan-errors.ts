import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { findRuleErrors } from './find-rule-errors.ts';
import { findVersionErrors } from './find-version-errors.ts';
import type { ValidatedEntityError } from './schema.ts';
import { listRateCards } from './store/rate-cards.ts';
import type { PlanVersion } from './store/versions.ts';

/** All errors that prevent finalizing a version; a draft may have errors while it is edited. */
export async function findPlanErrors(
  tx: Tx,
  org: Org,
  version: PlanVersion,
): Promise<ValidatedEntityError[]> {
  const cards = await listRateCards(tx, org, version.referenceId);
  const errors = await findVersionErrors(tx, org, { version, cards });
  return [...errors, ...(await findRuleErrors(tx, org, { version, cards }))];
}
