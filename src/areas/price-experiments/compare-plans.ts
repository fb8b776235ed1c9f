import { type AccountRow, getAccount } from '#areas/accounts/index.ts';
import { getOrganization } from '#areas/organizations/index.ts';
import { findRoundingMode, hasWholeCardMinimums } from '#areas/settings/index.ts';
import type { Context } from '#platform/http/operation.ts';
import { startTurns, type Turns } from '#platform/turns.ts';
import { type Calculated, calculate } from './calculate.ts';
import { addUp, type Compared, compareCards } from './compare-cards.ts';
import type { PlanComparisonRequest } from './compare-schema.ts';
import { listComparedCycles } from './list-compared-cycles.ts';
import { calculationInvalid, comparisonTooLarge } from './problems.ts';
import type { RatedCycle } from './rated-cycle.ts';
import { type PricedPlan, readComparedPlans } from './read-compared-plans.ts';
import { type RealUsage, readRealUsage } from './read-real-usage.ts';
import { findCurrencyProblem } from './rules.ts';

type ReadContext = Pick<Context, 'tx' | 'org' | 'now'>;
type ComparedAccount = Awaited<ReturnType<typeof compareAccount>>;

type Side = 'base' | 'candidate';

const MAX_CARDS = 20_000;

/** Compares two plans for actual usage of accounts, by account and in sum by currency. */
export async function comparePlans(context: ReadContext, body: PlanComparisonRequest) {
  const { tx, org } = context;
  const { timezone: timeZone } = await getOrganization(tx, org);
  const accounts = await readAccounts(context, body);
  const accountIds = accounts.map(({ id }) => id);
  const cycles = await listComparedCycles(context, { accountIds, period: body.period, timeZone });
  const ratedCycles = [...cycles.values()].flat();
  const base = await readComparedPlans(context, body.base, { path: 'base', ratedCycles });
  const candidate = await readComparedPlans(context, body.candidate, { path: 'candidate', ratedCycles });
  const cardsOf = (ratedCycle: RatedCycle) => [...base(ratedCycle).cards, ...candidate(ratedCycle).cards];
  if (ratedCycles.reduce((count, ratedCycle) => count + cardsOf(ratedCycle).length, 0) > MAX_CARDS)
    throw comparisonTooLarge({ what: 'rate cards', limit: MAX_CARDS });
  const real = await readRealUsage(context, { ratedCycles, cardsOf });
  const roundingMode = await findRoundingMode(tx, org);
  const hasWholeMinimums = await hasWholeCardMinimums(tx, org);
  const compared: ComparedAccount[] = [];
  const turns = startTurns();
  for (const account of accounts) {
    const price = (ratedCycle: RatedCycle, side: Side) => {
      const plan = side === 'base' ? base(ratedCycle) : candidate(ratedCycle);
      const currency = account.invoiceCurrency;
      return pricePlan(plan, { ratedCycle, real, currency, roundingMode, hasWholeMinimums });
    };
    compared.push(await compareAccount(account, { ratedCycles: cycles.get(account.id) ?? [], price, turns }));
  }
  return { accounts: compared, totals: sumByCurrency(compared) };
}

/** In the order of the request; every account must exist. */
async function readAccounts(
  { tx, org }: ReadContext,
  { accountId, accountIds }: PlanComparisonRequest,
): Promise<AccountRow[]> {
  if ((accountId === undefined) === (accountIds === undefined))
    throw calculationInvalid({ path: 'accountIds', rule: 'send either accountId or accountIds' });
  const accounts = new Map<string, AccountRow>();
  for (const id of accountIds ?? [accountId as string]) {
    const account = await getAccount(tx, org, id);
    accounts.set(account.id, account);
  }
  return [...accounts.values()];
}

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

function sumByCurrency(accounts: readonly ComparedAccount[]) {
  const compared = accounts.filter((account): account is ComparedAccount & Compared => 'base' in account);
  return [...Map.groupBy(compared, ({ currency }) => currency)].map(([currency, own]) => {
    return { currency, accounts: own.length, ...addUp(own) };
  });
}
