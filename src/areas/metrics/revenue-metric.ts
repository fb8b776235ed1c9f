import { getOrganization, readFactors } from '#areas/organizations/index.ts';
import { currencyDigits } from '#core/currency.ts';
import type { Decimal } from '#core/decimal.ts';
import { isBefore } from '#core/instants.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { Buckets } from './buckets.ts';
import { type CycleSeries, collectCycleSeries } from './cycle-series.ts';
import { loadEarnings } from './earnings.ts';
import { loadManualEarnings } from './manual-revenue.ts';
import {
  type ListedCycles,
  listCycles,
  listStartingCycles,
  type MeasuredCycle,
  ownersOf,
} from './measured-cycles.ts';
import { pagesOf } from './pages.ts';
import { currenciesMixed } from './problems.ts';
import type { CheckedQuery } from './query-rules.ts';
import { collectSeries, groupOf, type Series } from './series.ts';
import { type BilledAccount, listBilledAccounts } from './store/billed-accounts.ts';

interface MetricRequest {
  query: CheckedQuery;
  now: Temporal.Instant;
}

/** Digits after the minor unit in a response: enough for days to add up to the amount of a card. */
export const EXTRA_DIGITS = 6;

/** Revenue in each bucket. */
export async function measureRevenue(
  tx: Tx,
  org: Org,
  request: MetricRequest & { buckets: Buckets; listed?: ListedCycles | null },
): Promise<{ series: Series; digitsOf: (group: string) => number }> {
  const { query, buckets, now, listed } = request;
  const { from, until } = buckets;
  const accounts =
    listed?.accounts ?? (await listBilledAccounts(tx, org, { from, until, ...ownersOf(query) }));
  const typed = await loadManualEarnings(tx, org, { query, from, until });
  const earning = [...accounts, ...typed.map(({ account }) => account)];
  const money = await readMoney(tx, org, { query, accounts: earning });
  const series = collectSeries(query, buckets);
  for (const some of pagesOf(accounts)) {
    const cycles = listed
      ? cyclesOf(listed, some)
      : await listCycles(tx, org, { accounts: some, from, until, now });
    for (const { measured, earnings } of await loadEarnings(tx, org, { query, cycles, span: buckets, now }))
      for (const { at, value, billableId } of earnings) {
        const group = groupOf(query, { account: measured.account, billableId });
        if (group === null || isBefore(at, from) || !isBefore(at, until)) continue;
        series.add(group, buckets.indexOf(at), money.convert(value, { ...measured.account, at }));
      }
  }
  for (const { account, at, value, billableId } of typed) {
    const group = groupOf(query, { account, billableId });
    if (group !== null) series.add(group, buckets.indexOf(at), money.convert(value, { ...account, at }));
  }
  return { series, digitsOf: money.digitsOf };
}

/** Those of some of the accounts. */
function cyclesOf({ cycles }: ListedCycles, accounts: readonly BilledAccount[]): MeasuredCycle[] {
  const ids = new Set(accounts.map(({ accountId }) => accountId));
  return cycles.filter(({ account }) => ids.has(account.accountId));
}

/** Revenue to date of whole cycles that begin in the range. */
export async function measureRevenueForCycle(
  tx: Tx,
  org: Org,
  request: MetricRequest & { buckets: Pick<Buckets, 'from' | 'until'> },
): Promise<{ series: CycleSeries; digitsOf: (group: string) => number }> {
  const { query, now, buckets } = request;
  const { from, until } = buckets;
  const { accounts, cycles } = await listStartingCycles(tx, org, { query, from, until, now });
  const money = await readMoney(tx, org, { query, accounts });
  const series = collectCycleSeries(query, cycles);
  const last =
    cycles
      .map(({ cycle }) => cycle.endAt)
      .sort(Temporal.Instant.compare)
      .at(-1) ?? until;
  const span = { from, until: last, borders: [] };
  for (const some of pagesOf(cycles))
    for (const { measured, earnings } of await loadEarnings(tx, org, { query, cycles: some, span, now }))
      for (const { at, value, billableId } of earnings) {
        const group = groupOf(query, { account: measured.account, billableId });
        if (group !== null) series.add(group, measured, money.convert(value, { ...measured.account, at }));
      }
  return { series, digitsOf: money.digitsOf };
}

/**
 * The currency of amounts: the base currency, by the exchange rate of their time, or the invoice currency.
 */
async function readMoney(
  tx: Tx,
  org: Org,
  { query, accounts }: { query: CheckedQuery; accounts: readonly BilledAccount[] },
) {
  checkCurrencies(query, accounts);
  const [{ baseCurrency }, factorOf] = await Promise.all([getOrganization(tx, org), readFactors(tx, org)]);
  return {
    convert: (value: Decimal, earned: { invoiceCurrency: string; at: Temporal.Instant }): Decimal => {
      const { invoiceCurrency, at } = earned;
      const factor = query.currency === 'BASE' ? factorOf(invoiceCurrency, at) : undefined;
      return factor ? value.times(factor) : value;
    },
    digitsOf: digitsFor(query, { accounts, baseCurrency }),
  };
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
