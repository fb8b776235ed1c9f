import { type AccountRow, getAccount } from '#areas/accounts/index.ts';
import { getOrganization } from '#areas/organizations/index.ts';
import type { Context } from '#platform/http/operation.ts';
import { type ComparedAccount, compareAccounts } from './compare-accounts.ts';
import { addUp, type Compared } from './compare-cards.ts';
import type { PlanComparisonRequest } from './compare-schema.ts';
import { listComparedCycles } from './list-compared-cycles.ts';
import { calculationInvalid, comparisonTooLarge } from './problems.ts';
import type { RatedCycle } from './rated-cycle.ts';
import { type PricedPlan, readComparedPlans } from './read-compared-plans.ts';

type ReadContext = Pick<Context, 'tx' | 'org' | 'now'>;

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
  requireFewCards(ratedCycles, { base, candidate });
  const compared = await compareAccounts(context, { accounts, cycles, base, candidate });
  return { accounts: compared, totals: sumByCurrency(compared) };
}

function requireFewCards(
  ratedCycles: readonly RatedCycle[],
  { base, candidate }: Record<'base' | 'candidate', (ratedCycle: RatedCycle) => PricedPlan>,
): void {
  const count = ratedCycles.reduce(
    (sum, ratedCycle) => sum + base(ratedCycle).cards.length + candidate(ratedCycle).cards.length,
    0,
  );
  if (count > MAX_CARDS) throw comparisonTooLarge({ what: 'rate cards', limit: MAX_CARDS });
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

function sumByCurrency(accounts: readonly ComparedAccount[]) {
  const compared = accounts.filter((account): account is ComparedAccount & Compared => 'base' in account);
  return [...Map.groupBy(compared, ({ currency }) => currency)].map(([currency, own]) => {
    return { currency, accounts: own.length, ...addUp(own) };
  });
}
