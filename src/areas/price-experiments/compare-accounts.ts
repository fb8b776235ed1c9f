import type { AccountRow } from '#areas/accounts/index.ts';
import { findRoundingMode, hasWholeCardMinimums } from '#areas/settings/index.ts';
import type { Context } from '#platform/http/operation.ts';
import { startTurns, type Turns } from '#platform/turns.ts';
import { type Calculated, calculate } from './calculate.ts';
import { addUp, compareCards } from './compare-cards.ts';
import type { RatedCycle } from './rated-cycle.ts';
import type { PricedPlan } from './read-compared-plans.ts';
import { type RealUsage, readRealUsage } from './read-real-usage.ts';
import { findCurrencyProblem } from './rules.ts';

type Side = 'base' | 'candidate';
export type PlanOfCycle = (ratedCycle: RatedCycle) => PricedPlan;
export type ComparedAccount = Awaited<ReturnType<typeof compareAccount>>;

interface Sides extends Record<Side, PlanOfCycle> {
  cycles: ReadonlyMap<string, RatedCycle[]>;
}
/** Prices the actual usage of a cycle by the plan of a side, in the currency of the account. */
export type PriceCycle = (account: AccountRow, ratedCycle: RatedCycle, side: Side) => Calculated;

/** Reads the usage of all cycles at once. */
export async function openPricing(
  context: Pick<Context, 'tx' | 'org'>,
  { cycles, base, candidate }: Sides,
): Promise<PriceCycle> {
  const { tx, org } = context;
  const ratedCycles = [...cycles.values()].flat();
  const cardsOf: PlanCards = (ratedCycle) => [...base(ratedCycle).cards, ...candidate(ratedCycle).cards];
  const real = await readRealUsage(context, { ratedCycles, cardsOf });
  const roundingMode = await findRoundingMode(tx, org);
  const hasWholeMinimums = await hasWholeCardMinimums(tx, org);
  return ({ invoiceCurrency: currency }, ratedCycle, side) => {
    const facts = { ratedCycle, real, currency, roundingMode, hasWholeMinimums };
    return pricePlan((side === 'base' ? base : candidate)(ratedCycle), facts);
  };
}

/** Compares two plans for the actual usage of accounts in their cycles. */
export async function compareAccounts(
  context: Pick<Context, 'tx' | 'org'>,
  compared: { accounts: readonly AccountRow[] } & Sides,
): Promise<ComparedAccount[]> {
  const { accounts, cycles } = compared;
  const priceCycle = await openPricing(context, compared);
  const turns = startTurns();
  const results: ComparedAccount[] = [];
  for (const account of accounts) {
    const price = (ratedCycle: RatedCycle, side: Side) => priceCycle(account, ratedCycle, side);
    results.push(await compareAccount(account, { ratedCycles: cycles.get(account.id) ?? [], price, turns }));
  }
  return results;
}

type PlanCards = (ratedCycle: RatedCycle) => PricedPlan['cards'];

/** Applies the plan in place of the account's, from the first day of its chain and with its cycles. */
function pricePlan(
  { cards, currencies, meters }: PricedPlan,
  facts: {
    ratedCycle: RatedCycle;
    real: RealUsage;
    currency: string;
    roundingMode: Awaited<ReturnType<typeof findRoundingMode>>;
    hasWholeMinimums: boolean;
  },
): Calculated {
  const { ratedCycle, real, currency, roundingMode, hasWholeMinimums } = facts;
  const unpriced = findCurrencyProblem(currencies, currency);
  if (unpriced) return { revenues: [], problems: [unpriced] };
  const { billedDays, nominalDays } = ratedCycle.part;
  const licenses = { ratedCycle, facts: real.licensesOf(ratedCycle) };
  return calculate({
    ...{ currency, roundingMode, hasWholeMinimums, cards, meters, ratedCycle, isBoughtOnce: false },
    proration: { billedDays, nominalDays, daysLeftOut: 0 },
    usage: real.usageOf(ratedCycle),
    licenses: { LICENSE: licenses, NAMED_LICENSE: licenses },
    overage: real.overageOf(ratedCycle, cards),
  });
}

async function compareAccount(
  { id: accountId, invoiceCurrency: currency }: AccountRow,
  requested: {
    ratedCycles: readonly RatedCycle[];
    price: (ratedCycle: RatedCycle, side: Side) => Calculated;
    turns: Turns;
  },
) {
  const { ratedCycles, price, turns } = requested;
  const nothing = (reason: string) => ({ accountId, currency, reason, cycles: [] });
  if (ratedCycles.length === 0) return nothing('the accounts have no price plan in the period');
  const cycles = [];
  for (const ratedCycle of ratedCycles) {
    if (turns.isOver()) await turns.yieldLoop();
    const [base, candidate] = [price(ratedCycle, 'base'), price(ratedCycle, 'candidate')];
    for (const [side, { problems }] of [
      ['base', base],
      ['candidate', candidate],
    ] as const)
      if (problems[0] !== undefined) return nothing(`${side}: ${problems[0]}`);
    const { startAt: start, endAt: end } = ratedCycle.part;
    const both = compareCards(base.revenues, candidate.revenues);
    cycles.push({ scheduleId: ratedCycle.schedule.id, start, end, ...both });
  }
  return { accountId, currency, cycles, ...addUp(cycles) };
}
