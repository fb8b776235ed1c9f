import { getOrganization, listCurrencies } from '#areas/organizations/index.ts';
import type { RateCardRow } from '#areas/price-plans/index.ts';
import {
  cycleOf,
  listSchedules,
  nextCycleOf,
  type ScheduleCycle,
  type ScheduleRow,
} from '#areas/schedules/index.ts';
import { findRoundingMode } from '#areas/settings/index.ts';
import { currencyDigits } from '#core/currency.ts';
import type { Decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { Buckets } from './buckets.ts';
import { priceCycles } from './price-cycles.ts';
import { currenciesMixed } from './problems.ts';
import type { CheckedQuery } from './query-rules.ts';
import type { Earned } from './revenue-of-card.ts';
import { earnedBy } from './revenue-of-cycle.ts';
import { loadOverage } from './revenue-overage.ts';
import { loadCycleUsage } from './revenue-usage.ts';
import { collectSeries, EVERYTHING, type Series } from './series.ts';
import { type BilledAccount, listBilledAccounts } from './store.ts';

/** A pricing cycle that overlaps the range, with what prices it. */
export interface MeasuredCycle {
  account: BilledAccount;
  schedule: ScheduleRow;
  cycle: ScheduleCycle;
}

/** Digits after the minor unit that an answer keeps: enough to add days up to the amount of a card. */
const EXTRA_DIGITS = 6;

/**
 * Revenue in each bucket, before rules and credits: what usage adds to the price of its cycle, and fixed fees
 * on the days
 * they are earned (`metering-pricing.md` section 10).
 */
export async function measureRevenue(
  tx: Tx,
  org: Org,
  ask: { query: CheckedQuery; buckets: Buckets; now: Temporal.Instant },
): Promise<{ series: Series; digitsOf: (group: string) => number }> {
  const { query, buckets, now } = ask;
  const [accounts, organization, roundingMode, currencies] = await Promise.all([
    listBilledAccounts(tx, org, { ...rangeOf(buckets), ...ownersOf(query) }),
    getOrganization(tx, org),
    findRoundingMode(tx, org),
    listCurrencies(tx, org),
  ]);
  checkCurrencies(query, accounts);
  const cycles = await listCycles(tx, org, { accounts, buckets, now });
  const priced = await priceCycles(tx, org, { cycles, query, now });
  const [usage, overage] = await Promise.all([
    loadCycleUsage(tx, org, { cycles, buckets }),
    loadOverage(tx, org, { priced, buckets }),
  ]);
  const factors = new Map(currencies.map(({ currency, rate }) => [currency, rate]));
  const series = collectSeries(query, buckets);
  for (const { measured, cards } of priced) {
    const factor = query.currency === 'BASE' ? factors.get(measured.account.invoiceCurrency) : undefined;
    const place = { measured, now, roundingMode, usage, overage };
    for (const card of cards)
      for (const earned of earnedBy(card, place))
        addEarned(series, { query, buckets, card, measured, earned, factor });
  }
  return { series, digitsOf: digitsFor(query, { accounts, baseCurrency: organization.baseCurrency }) };
}

function addEarned(
  series: Series,
  add: {
    query: CheckedQuery;
    buckets: Buckets;
    card: RateCardRow;
    measured: MeasuredCycle;
    earned: Earned;
    factor: Decimal | undefined;
  },
): void {
  const { query, buckets, card, measured, earned, factor } = add;
  if (isBefore(earned.at, buckets.from) || !isBefore(earned.at, buckets.until)) return;
  const value = factor ? earned.value.times(factor) : earned.value;
  series.add(groupOf(query, card, measured.account), buckets.indexOf(earned.at), value);
}

async function listCycles(
  tx: Tx,
  org: Org,
  ask: { accounts: BilledAccount[]; buckets: Buckets; now: Temporal.Instant },
): Promise<MeasuredCycle[]> {
  const { accounts, buckets, now } = ask;
  const byId = new Map(accounts.map((account) => [account.accountId, account]));
  // A cycle that has not begun has earned nothing.
  const until = isBefore(now, buckets.until) ? now.add({ nanoseconds: 1000 }) : buckets.until;
  const schedules = await listSchedules(tx, org, { accountIds: [...byId.keys()], from: buckets.from, until });
  return schedules.flatMap((schedule) => {
    const account = byId.get(schedule.accountId);
    return account
      ? cyclesOf(schedule, { from: buckets.from, until }).map((cycle) => ({ account, schedule, cycle }))
      : [];
  });
}

function cyclesOf(
  schedule: ScheduleRow,
  range: { from: Temporal.Instant; until: Temporal.Instant },
): ScheduleCycle[] {
  const first = isBefore(range.from, schedule.startAt) ? schedule.startAt : range.from;
  const cycles: ScheduleCycle[] = [];
  for (
    let cycle = cycleOf(schedule, first);
    cycle && isBefore(cycle.startAt, range.until);
    cycle = nextCycleOf(schedule, cycle)
  )
    cycles.push(cycle);
  return cycles;
}

function groupOf({ groupBy }: CheckedQuery, card: RateCardRow, account: BilledAccount): string {
  if (groupBy === 'ACCOUNT_ID') return account.accountId;
  if (groupBy === 'CUSTOMER_ID') return account.customerId;
  return groupBy === null ? EVERYTHING : card.billableId;
}

/** Amounts of different currencies are never added up. */
function checkCurrencies(query: CheckedQuery, accounts: readonly BilledAccount[]): void {
  if (query.currency === 'BASE' || query.groupBy === 'ACCOUNT_ID') return;
  if (new Set(accounts.map((account) => account.invoiceCurrency)).size > 1)
    throw currenciesMixed({ id: query.id });
}

function digitsFor(query: CheckedQuery, money: { accounts: readonly BilledAccount[]; baseCurrency: string }) {
  if (query.currency === 'BASE') return () => currencyDigits(money.baseCurrency) + EXTRA_DIGITS;
  const currencies = new Map(money.accounts.map((account) => [account.accountId, account.invoiceCurrency]));
  const only = money.accounts[0]?.invoiceCurrency ?? money.baseCurrency;
  return (group: string) => currencyDigits(currencies.get(group) ?? only) + EXTRA_DIGITS;
}

function ownersOf({ accountIds, customerIds }: CheckedQuery) {
  return { ...(accountIds && { accountIds }), ...(customerIds && { customerIds }) };
}

function rangeOf({ from, until }: Buckets) {
  return { from, until };
}

function isBefore(a: Temporal.Instant, b: Temporal.Instant): boolean {
  return Temporal.Instant.compare(a, b) < 0;
}
