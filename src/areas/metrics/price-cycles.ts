import { findPlanVersion, type PlanVersion, type RateCardRow } from '#areas/price-plans/index.ts';
import { listScheduleCards, type ScheduleRow } from '#areas/schedules/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { CheckedQuery } from './query-rules.ts';
import type { MeasuredCycle } from './revenue-metric.ts';

/** A cycle with the cards that earn something in it. */
export interface PricedCycle {
  measured: MeasuredCycle;
  cards: readonly RateCardRow[];
}

interface Plan {
  version: PlanVersion;
  cards: RateCardRow[];
}

/** The cards that are asked for in each cycle; none where revenue is deferred until the cycle is due. */
export async function priceCycles(
  tx: Tx,
  org: Org,
  ask: { cycles: readonly MeasuredCycle[]; query: CheckedQuery; now: Temporal.Instant },
): Promise<PricedCycle[]> {
  const { cycles, query, now } = ask;
  const plans = await loadPlans(tx, org, cycles);
  return cycles.map((measured) => {
    const plan = plans.get(planKey(measured.schedule));
    const isShown =
      plan && !(plan.version.deferredRevenue && Temporal.Instant.compare(now, measured.cycle.dueAt) < 0);
    return { measured, cards: isShown ? plan.cards.filter((card) => isAsked(query, card)) : [] };
  });
}

async function loadPlans(tx: Tx, org: Org, cycles: readonly MeasuredCycle[]): Promise<Map<string, Plan>> {
  const wanted = new Map(cycles.map(({ schedule }) => [planKey(schedule), schedule]));
  const loaded = await Promise.all(
    [...wanted].map(async ([key, schedule]): Promise<[string, Plan] | null> => {
      const version = await findPlanVersion(tx, org, {
        planId: schedule.planId,
        version: schedule.planVersion,
      });
      return version && [key, { version, cards: await listScheduleCards(tx, org, schedule) }];
    }),
  );
  return new Map(loaded.filter((entry) => entry !== null));
}

/** Schedules with the same key are priced alike. */
function planKey({ planId, planVersion, overrideReferenceId }: ScheduleRow): string {
  return `${planId}@${planVersion} ${overrideReferenceId ?? ''}`;
}

function isAsked(query: CheckedQuery, card: RateCardRow): boolean {
  if (query.isUsageOnly && card.type !== 'USAGE') return false;
  return query.billableIds === undefined || query.billableIds.includes(card.billableId);
}
