import { setTimeout as sleep } from 'node:timers/promises';
import { getOrganization, readFactors } from '#areas/organizations/index.ts';
import type { Decimal } from '#core/decimal.ts';
import { localDate, startOfDay } from '#core/period-zone.ts';
import { realNow } from '#platform/db/clock.ts';
import type { Database, Tx } from '#platform/db/database.ts';
import { readDatabaseClock } from '#platform/db/scheduled-work.ts';
import type { Org } from '#platform/http/operation.ts';
import type { BackgroundParts } from '#platform/jobs/background.ts';
import { type Claim, type Held, type LeasedWorker, startLeasedWork } from '#platform/jobs/leased-work.ts';
import { type Buckets, cutBuckets } from './buckets.ts';
import { type Earning, loadEarnings } from './earnings.ts';
import { loadManualEarnings } from './manual-revenue.ts';
import { listCycles } from './measured-cycles.ts';
import { PRICED_AT_ONCE } from './pages.ts';
import { isPricedInPasses } from './pricing-budget.ts';
import type { CheckedQuery } from './query-rules.ts';
import { type BilledAccount, listBilledAccounts } from './store/billed-accounts.ts';
import {
  addRevenueDays,
  claimRunningPass,
  completePass,
  insertPass,
  isPassDue,
  lockPass,
  movePass,
  pausePass,
  type RevenueDay,
  type RevenuePass,
} from './store/revenue-passes.ts';

/** The queue task that wakes it; the sweep of each minute wakes it as well. */
export const PRICE_REVENUE = 'price_revenue';
/** From the start of one pass to that of the next, as between refreshes of drafts. */
const EVERY_MINUTES = 15;
/** Months before the current one that a pass covers. */
const MONTHS_BEFORE = 2;
const MAX_DAYS = 200;
/** Longer than one stretch of a pass. */
const LEASE = { seconds: 300 } as const;
/** After so long a process claims the pass anew, and stops if it is asked to. */
const STRETCH_MS = 60_000;
const RETRY_MINUTES = 5;
/** As long as a page took, so that requests get at least half of the processor. */
const PAUSE = 1;

const ALL_REVENUE: CheckedQuery = {
  ...{ id: '', name: 'REVENUE', period: 'DAY', groupBy: null, isUsageOnly: false, statuses: [] },
  ...{ accountIds: undefined, customerIds: undefined, schemaNames: undefined, billableIds: undefined },
  currency: 'BASE',
};

/** Prices large organizations again and again, page by page, for the requests that cannot. */
export function startPricing(parts: BackgroundParts): LeasedWorker {
  return startLeasedWork<RevenuePass>({
    ...{ name: 'passes of revenue', ...parts, lease: LEASE, maxConcurrent: 1, perClaim: 1, maxPerOrg: 1 },
    claim: async (tx, org, claim) => {
      const pass = await claimPass(tx, org, claim);
      return pass ? [pass] : [];
    },
    attempt: (org, { id }, held) => pricePages({ ...parts, org, id, ...held }),
  });
}

/** The running pass or, if the last one is old enough, a new one of the organization's instant. */
export async function claimPass(tx: Tx, org: Org, claim: Claim): Promise<RevenuePass | null> {
  const running = await claimRunningPass(tx, org, claim);
  if (running) return running;
  const since = claim.now.subtract({ minutes: EVERY_MINUTES });
  if (!(await isPassDue(tx, org, since)) || !(await isPricedInPasses(tx, org))) return null;
  return openPass(tx, org, claim);
}

/** Null if another process opened one meanwhile. */
export async function openPass(tx: Tx, org: Org, claim: Claim): Promise<RevenuePass | null> {
  const { timezone, baseCurrency } = await getOrganization(tx, org);
  const asOf = await readDatabaseClock(tx, org);
  return insertPass(tx, org, { pass: { asOf, timezone, baseCurrency, ...spanOf(asOf, timezone) }, claim });
}

/** Whole local months: the current one, the next, in which cycles may end, and those before. */
function spanOf(asOf: Temporal.Instant, timezone: string): Pick<RevenuePass, 'fromAt' | 'untilAt'> {
  const month = localDate(asOf, timezone).with({ day: 1 });
  const at = (months: number) => startOfDay(month.add({ months }), timezone);
  return { fromAt: at(-MONTHS_BEFORE), untilAt: at(2) };
}

interface Running extends Held {
  database: Database;
  org: Org;
  id: string;
  now?: () => Temporal.Instant;
}

async function pricePages({ database, org, id, lease, signal, now = realNow }: Running): Promise<void> {
  const inTransaction = <T>(work: (tx: Tx) => Promise<T>) =>
    database.transaction({ orgId: org.orgId, access: 'write' }, work);
  const release = (until: Temporal.Instant) =>
    inTransaction((tx) => pausePass(tx, org, { id, lease, until }));
  const begin = performance.now();
  try {
    while (!signal.aborted && performance.now() - begin < STRETCH_MS) {
      const pageBegin = performance.now();
      if (await inTransaction((tx) => pricePage(tx, org, { id, lease, now: now() }))) return;
      await sleep((performance.now() - pageBegin) * PAUSE);
    }
    await release(now());
  } catch (error) {
    await release(now().add({ minutes: RETRY_MINUTES }));
    throw error;
  }
}

interface PassPage {
  id: string;
  lease: string;
  /** Real time. */
  now: Temporal.Instant;
  /** Accounts. */
  limit?: number;
}

/**
 * Adds the revenue of the next accounts, in one transaction with the position. Everything received until the
 * pass began is in it; what is received while it runs counts for the accounts that follow. True if the pass
 * is over.
 */
export async function pricePage(
  tx: Tx,
  org: Org,
  { id, lease, now, limit = PRICED_AT_ONCE }: PassPage,
): Promise<boolean> {
  const pass = await lockPass(tx, org, { id, lease });
  if (!pass) return true;
  const [from, until] = [pass.fromAt, pass.untilAt];
  const page = { after: pass.afterAccount, limit };
  const accounts = await listBilledAccounts(tx, org, { from, until, page });
  const last = accounts.at(-1);
  const buckets = cutBuckets({ from, until, period: 'DAY', timeZone: pass.timezone, limit: MAX_DAYS });
  const earned = last
    ? await listEarned(tx, org, { pass, accounts, buckets })
    : await loadManualEarnings(tx, org, { query: ALL_REVENUE, from, until });
  const factorOf = await readFactors(tx, org);
  const convert = ({ at, value, account: { invoiceCurrency } }: Earned) => {
    const factor = factorOf(invoiceCurrency, at);
    return factor ? value.times(factor) : value;
  };
  await addRevenueDays(tx, org, { id, days: sumDays(earned, { buckets, convert }) });
  if (last) await movePass(tx, org, { id, afterAccount: last.accountId });
  else await completePass(tx, org, { id, at: now });
  return last === undefined;
}

interface Earned extends Earning {
  account: BilledAccount;
}

async function listEarned(
  tx: Tx,
  org: Org,
  { pass, accounts, buckets }: { pass: RevenuePass; accounts: readonly BilledAccount[]; buckets: Buckets },
): Promise<Earned[]> {
  const { fromAt: from, untilAt: until, asOf: now } = pass;
  const cycles = await listCycles(tx, org, { accounts, from, until, now });
  const all = await loadEarnings(tx, org, { query: ALL_REVENUE, cycles, span: buckets, now });
  return all.flatMap(({ measured: { account }, earnings }) => earnings.map((each) => ({ ...each, account })));
}

/** One row for each day and billable that earned, also if it earned nothing in sum. */
function sumDays(
  earned: readonly Earned[],
  { buckets, convert }: { buckets: Buckets; convert: (each: Earned) => Decimal },
): RevenueDay[] {
  const [from, until] = [buckets.from.epochMilliseconds, buckets.until.epochMilliseconds];
  const days = new Map<string, RevenueDay>();
  for (const each of earned) {
    const atMs = each.at.epochMilliseconds;
    if (atMs < from || atMs >= until) continue;
    const index = buckets.indexOf(each.at);
    const { isUsage, billableId: id } = each;
    const [billableId, amount] = [id ?? '', convert(each)];
    const key = `${index} ${isUsage} ${billableId}`;
    const day = days.get(key);
    if (day) day.amount = day.amount.plus(amount);
    else days.set(key, { startsAt: buckets.borders[index] ?? buckets.from, billableId, isUsage, amount });
  }
  return [...days.values()];
}
