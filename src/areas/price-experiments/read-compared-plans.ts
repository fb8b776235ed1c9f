import type { Context } from '#platform/http/operation.ts';
import type { Calculation } from './calculate.ts';
import type { ComparedPlan } from './compare-schema.ts';
import { calculationInvalid } from './problems.ts';
import type { RatedCycle } from './rated-cycle.ts';
import { listMeters } from './read-calculation.ts';
import { describeStored, getVersion, type RequestedPlan, readPlanOf, readSentPlan } from './read-plan.ts';
import { requireMember } from './rules.ts';

type ReadContext = Pick<Context, 'tx' | 'org' | 'now'>;

/** A plan with the meters that its cards read. */
export interface PricedPlan extends Pick<RequestedPlan, 'cards'>, Pick<Calculation, 'meters'> {
  currencies: readonly string[];
}

/** The prices for each of the given account cycles; a plan common to all is read once. */
export async function readComparedPlans(
  context: ReadContext,
  config: ComparedPlan,
  requested: { path: string; ratedCycles: readonly RatedCycle[] },
): Promise<(ratedCycle: RatedCycle) => PricedPlan> {
  const { mode } = config;
  const path = (member: string) => ({ path: `${requested.path}.${member}`, mode });
  switch (mode) {
    case 'CUSTOM': {
      const at = path('pricePlanDetails');
      const plan = await readSentPlan(context, requireMember(config.pricePlanDetails, at), at.path);
      const priced = await withMeters(context, plan);
      return () => priced;
    }
    case 'PRICE_PLAN': {
      const planId = requireMember(config.pricePlanId, path('pricePlanId'));
      const version = await getVersion(context, { planId, version: config.version });
      if (version.type === 'PURCHASE') {
        const rule = `${planId} is a PURCHASE plan, which has no cycles to compare; use a BILLING plan`;
        throw calculationInvalid({ path: `${requested.path}.pricePlanId`, rule });
      }
      const priced = await withMeters(context, await describeStored(context, version));
      return () => priced;
    }
    case 'ACCOUNT':
      return readOwnPlans(context, requested.ratedCycles);
    default:
      return mode satisfies never;
  }
}

/** The accounts' own plans. Schedules with equal references have equal prices. */
async function readOwnPlans(
  context: ReadContext,
  ratedCycles: readonly RatedCycle[],
): Promise<(ratedCycle: RatedCycle) => PricedPlan> {
  const keyOf = ({ schedule: { planId, planVersion, overrideReferenceId } }: RatedCycle) =>
    overrideReferenceId ?? `${planId} ${planVersion}`;
  const plans = new Map<string, PricedPlan>();
  for (const [key, ratedCycle] of new Map(ratedCycles.map((each) => [keyOf(each), each])))
    plans.set(key, await withMeters(context, await readPlanOf(context, ratedCycle)));
  return (ratedCycle) => plans.get(keyOf(ratedCycle)) as PricedPlan;
}

async function withMeters(context: ReadContext, plan: RequestedPlan): Promise<PricedPlan> {
  const { cards, version } = plan;
  return { cards, currencies: version.supportedCurrencies, meters: await listMeters(context, plan) };
}
