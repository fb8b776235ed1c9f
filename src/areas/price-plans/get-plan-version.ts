import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { planNotFound, planVersionNotFound } from './problems.ts';
import { planExists } from './store/plans.ts';
import { findPlanVersion, type PlanVersion, type VersionChoice } from './store/versions.ts';

/** The requested version, the newest by default. Raises a problem if the plan or version does not exist. */
export async function getPlanVersion(
  tx: Tx,
  org: Org,
  requested: { planId: string; version: string | undefined },
): Promise<PlanVersion> {
  const { planId, version: text = 'LATEST' } = requested;
  const row = await findPlanVersion(tx, org, { planId, version: readChoice(text) });
  if (row) return row;
  throw (await planExists(tx, org, planId))
    ? planVersionNotFound({ id: `${planId} ${text}` })
    : planNotFound({ id: planId });
}

function readChoice(text: string): VersionChoice {
  return text === 'LATEST' || text === 'ACTIVE' ? text : Number(text);
}
