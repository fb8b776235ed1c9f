import { listAddOnsById } from '#areas/add-ons/index.ts';
import { listFeatures } from '#areas/features/index.ts';
import { listUsageMeters } from '#areas/usage-meters/index.ts';
import { SCOPE_GROUPS } from '#core/credits/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { RateCardDetails, StoredDetails } from './card-details-schema.ts';
import { entityNotFound } from './problems.ts';

type Granting = Pick<RateCardDetails | StoredDetails, 'creditGrantRateCard'>;

/** The billables that a card's credits may pay for; empty for all, and for cards without credits. */
export function grantedFor({ creditGrantRateCard }: Granting): string[] {
  return creditGrantRateCard?.grantDetails.applicableEntityIds ?? [];
}

/** The ids that are neither a usage meter, an add-on, a feature nor a group of rate cards. */
export async function findUnknownEntities(tx: Tx, org: Org, ids: readonly string[]): Promise<Set<string>> {
  const named = [...new Set(ids)].filter((id) => !Object.hasOwn(SCOPE_GROUPS, id));
  if (named.length === 0) return new Set();
  const found = await Promise.all([
    listUsageMeters(tx, org, named),
    listAddOnsById(tx, org, named),
    listFeatures(tx, org, named),
  ]);
  const known = new Set(found.flat().map(({ id }) => id));
  return new Set(named.filter((id) => !known.has(id)));
}

/** Raises `entityNotFound` for the first unknown one. */
export async function requireEntities(tx: Tx, org: Org, ids: readonly string[]): Promise<void> {
  const [missing] = await findUnknownEntities(tx, org, ids);
  if (missing !== undefined) throw entityNotFound({ id: missing });
}
