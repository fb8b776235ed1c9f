import { copyPricingRules } from '#areas/pricing-rules/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { newId } from '#platform/ids.ts';
import { concurrentChange } from '#platform/problem.ts';
import { lockOpenPlan } from './lock-open-plan.ts';
import { planNotFound } from './problems.ts';
import { copyRateCards } from './store/rate-cards.ts';
import { copyVersion, findPlanVersion, type PlanVersion } from './store/versions.ts';

/**
 * The draft version of a plan for a change: the existing one, or version v + 1 as a copy of the active one,
 * whose cards and rules never change. The lock on the plan serializes writers, and a unique index permits
 * only one draft. Raises `concurrentChange` if the newest version was updated after the caller read it.
 */
export async function openDraft(
  tx: Tx,
  org: Org,
  change: { planId: string; now: Temporal.Instant; expectedUpdatedAt?: Temporal.Instant | undefined },
): Promise<PlanVersion> {
  const { planId, now, expectedUpdatedAt } = change;
  await lockOpenPlan(tx, org, planId);
  const latest = await findPlanVersion(tx, org, { planId, version: 'LATEST' });
  if (!latest) throw planNotFound({ id: planId });
  if (expectedUpdatedAt && !isSameMillisecond(expectedUpdatedAt, latest.updatedAt)) throw concurrentChange();
  if (latest.status === 'DRAFT') return latest;
  const referenceId = newId('ppv', now);
  await copyVersion(tx, org, { source: latest, referenceId, now });
  await copyRateCards(tx, org, { from: latest.referenceId, to: referenceId, now });
  await copyPricingRules(tx, org, { from: latest.referenceId, to: referenceId, now });
  return {
    ...latest,
    version: latest.version + 1,
    referenceId,
    status: 'DRAFT',
    activeCurrencies: null,
    createdAt: now,
    updatedAt: now,
  };
}

/** Responses show instants in milliseconds. */
function isSameMillisecond(a: Temporal.Instant, b: Temporal.Instant): boolean {
  return a.epochMilliseconds === b.epochMilliseconds;
}
