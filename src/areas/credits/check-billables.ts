import { listAddOnsById } from '#areas/add-ons/index.ts';
import { listFeatures } from '#areas/features/index.ts';
import { listUsageMeters } from '#areas/usage-meters/index.ts';
import { SCOPE_GROUPS } from '#core/credits/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { billableNotFound } from './problems.ts';

/** Raises `billableNotFound` for the first id that is no billable group, usage meter, add-on or feature. */
export async function checkBillables(tx: Tx, org: Org, ids: readonly string[]): Promise<void> {
  const named = [...new Set(ids)].filter((id) => !Object.hasOwn(SCOPE_GROUPS, id));
  if (named.length === 0) return;
  const found = await Promise.all([
    listUsageMeters(tx, org, named),
    listAddOnsById(tx, org, named),
    listFeatures(tx, org, named),
  ]);
  const known = new Set(found.flat().map(({ id }) => id));
  const missing = named.find((id) => !known.has(id));
  if (missing !== undefined) throw billableNotFound({ id: missing });
}
