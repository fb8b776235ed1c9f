import type { Context } from '#platform/http/operation.ts';
import type { PlanOfCycle } from './compare-accounts.ts';
import { listClosedCycles } from './list-closed-cycles.ts';
import { listComparedCycles } from './list-compared-cycles.ts';
import type { RatedCycle } from './rated-cycle.ts';
import { type PricedPlan, readComparedPlans } from './read-compared-plans.ts';
import { scaleCards } from './scale-cards.ts';
import type { Adjustment, SimulatedPlan, SimulationDefinition } from './simulation-definition.ts';

/** `now` is when the simulation was created. */
type Reading = Pick<Context, 'tx' | 'org' | 'now'>;

/** The cycles that a simulation prices, by account. */
export async function listSimulatedCycles(
  reading: Reading,
  { period }: SimulationDefinition,
  accountIds: readonly string[],
): Promise<Map<string, RatedCycle[]>> {
  if (period.mode === 'LAST_CLOSED_CYCLE') return listClosedCycles(reading, accountIds);
  const [start, end] = [Temporal.Instant.from(period.start), Temporal.Instant.from(period.end)];
  const requested = { mode: 'LOOKUP_RANGE', lookupRange: { start, end } } as const;
  return listComparedCycles(reading, { accountIds, period: requested, timeZone: 'UTC' });
}

/** The plan that the scenarios are compared with. */
export function readBase(
  reading: Reading,
  { base }: SimulationDefinition,
  ratedCycles: readonly RatedCycle[],
): Promise<PlanOfCycle> {
  return readPlan(reading, base, { path: 'base', ratedCycles });
}

/** The plan of a scenario, with its changes of prices. */
export async function readScenario(
  reading: Reading,
  { scenarios }: SimulationDefinition,
  { index, ratedCycles }: { index: number; ratedCycles: readonly RatedCycle[] },
): Promise<PlanOfCycle> {
  const scenario = scenarios[index];
  if (!scenario) throw new RangeError(`the simulation has no scenario ${index}`);
  const plan = await readPlan(reading, scenario, { path: `scenarios[${index}]`, ratedCycles });
  return scaled(plan, scenario.adjustments);
}

function readPlan(
  reading: Reading,
  plan: SimulatedPlan | null,
  requested: { path: string; ratedCycles: readonly RatedCycle[] },
): Promise<PlanOfCycle> {
  if (!plan) return readComparedPlans(reading, { mode: 'ACCOUNT' }, requested);
  const { pricePlanId, version } = plan;
  return readComparedPlans(reading, { mode: 'PRICE_PLAN', pricePlanId, version }, requested);
}

/** A plan is the same object for every cycle, and so its cards are scaled once. */
function scaled(plan: PlanOfCycle, adjustments: readonly Adjustment[]): PlanOfCycle {
  if (adjustments.length === 0) return plan;
  const known = new Map<PricedPlan, PricedPlan>();
  return (ratedCycle) => {
    const priced = plan(ratedCycle);
    const found = known.get(priced) ?? { ...priced, cards: [...scaleCards(priced.cards, adjustments)] };
    known.set(priced, found);
    return found;
  };
}
