import { getOrganization } from '#areas/organizations/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { invalidRequest } from '#platform/problem.ts';
import { hoursIn } from '../hours.ts';
import {
  type CountedAccount,
  findAuditedSpan,
  listCountedAccounts,
  listCountedHours,
} from '../store/audited-accounts.ts';
import { hasOtherHours, type RollupPart } from './compare-rollups.ts';

export interface PageLimits {
  /** Maximum accounts on a page, unless `events` ends it earlier. */
  accounts: number;
  /** Maximum events on a page. An account with more is compared in ranges of at least one hour. */
  events: number;
}

/**
 * While a page's snapshot is open, PostgreSQL keeps every version of the rows that ingestion keeps updating,
 * so a page must take only tenths of a second.
 */
const LIMITS: PageLimits = { accounts: 50, events: 50_000 };
/** Counting reads all hours of these accounts; those beyond the page's end are counted again for the next. */
const COUNTED_ACCOUNTS = 8;
const COUNTED_TOGETHER = { hours: 24 };
const LONGEST_STRETCH = { hours: 31 * 24 };

/** What one snapshot compares, and where the next page begins; null after the last page. */
export interface RollupPage {
  accountIds: string[];
  part: RollupPart;
  next: string | null;
}

/**
 * Page cursor: after an account, `a1`; or within an account with many events, at an hour, `a1
 * 2030-01-01T00:00:00Z`, or at its cycles, `a1 cycles`. Account ids contain no spaces.
 */
interface PageStart {
  accountId: string;
  part: 'BEHIND' | 'CYCLES' | Temporal.Instant;
}

/** Pages accounts in the order of their ids; `only` restricts the pages to one account. */
export async function findRollupPage(
  tx: Tx,
  org: Org,
  { after, only, limits = LIMITS }: { after: string | null; only?: string; limits?: PageLimits },
): Promise<RollupPage> {
  const start = after ? readStart(after) : null;
  const isOnly = only !== undefined;
  if (start?.part === 'CYCLES')
    return { accountIds: [start.accountId], part: { kind: 'CYCLES' }, next: isOnly ? null : start.accountId };
  if (start && start.part !== 'BEHIND') {
    const { accountId, part: from } = start;
    const { timezone } = await getOrganization(tx, org);
    // Restarts the account if `from` is no hour boundary of the current zone: the zone has changed.
    if (!hoursIn(timezone)(from).equals(from)) return beginLarge(tx, org, { accountId, isOnly, limits });
    return findStretch(tx, org, { accountId, from, limits });
  }
  const requested = { after: start?.accountId ?? null, ...(isOnly && { only }) };
  const { accounts, isLast } = await takeAccounts(tx, org, requested, limits);
  const [first] = accounts;
  if (first && first.events > limits.events)
    return beginLarge(tx, org, { accountId: first.id, isOnly, limits });
  return {
    accountIds: accounts.map(({ id }) => id),
    part: { kind: 'WHOLE' },
    next: isOnly || isLast ? null : (accounts.at(-1)?.id ?? null),
  };
}

/** The first range of an account, or the whole account if its hours straddle those of the current zone. */
async function beginLarge(
  tx: Tx,
  org: Org,
  { accountId, isOnly, limits }: { accountId: string; isOnly: boolean; limits: PageLimits },
): Promise<RollupPage> {
  if (await hasOtherHours(tx, org, accountId))
    return { accountIds: [accountId], part: { kind: 'WHOLE' }, next: isOnly ? null : accountId };
  return findStretch(tx, org, { accountId, from: null, limits });
}

/** Takes accounts up to the event limit, but at least one. isLast: no account follows. */
async function takeAccounts(
  tx: Tx,
  org: Org,
  requested: { after: string | null; only?: string },
  limits: PageLimits,
): Promise<{ accounts: CountedAccount[]; isLast: boolean }> {
  const taken: CountedAccount[] = [];
  let left = limits.events;
  while (taken.length < limits.accounts) {
    const limit = Math.min(COUNTED_ACCOUNTS, limits.accounts - taken.length);
    const after = taken.at(-1)?.id ?? requested.after;
    const accounts = await listCountedAccounts(tx, org, { ...requested, after, limit });
    for (const account of accounts) {
      if (account.events > left && taken.length > 0) return { accounts: taken, isLast: false };
      taken.push(account);
      left -= account.events;
    }
    if (accounts.length < limit) return { accounts: taken, isLast: true };
  }
  return { accounts: taken, isLast: false };
}

/** The hours of an account from `from` on, up to the limits of events and hours. */
async function findStretch(
  tx: Tx,
  org: Org,
  { accountId, from, limits }: { accountId: string; from: Temporal.Instant | null; limits: PageLimits },
): Promise<RollupPage> {
  const [{ timezone }, span] = await Promise.all([
    getOrganization(tx, org),
    findAuditedSpan(tx, org, [accountId]),
  ]);
  const first = from ?? span?.from;
  const until =
    span && first
      ? await findEnd(tx, org, { accountId, from: first, until: span.until, timezone, limits })
      : null;
  return {
    accountIds: [accountId],
    part: { kind: 'HOURS', from, until },
    next: `${accountId} ${until ?? 'cycles'}`,
  };
}

/** The start of the hour that would exceed the event or hour limit; null if none does. */
async function findEnd(
  tx: Tx,
  org: Org,
  stretch: {
    accountId: string;
    from: Temporal.Instant;
    until: Temporal.Instant;
    timezone: string;
    limits: PageLimits;
  },
): Promise<Temporal.Instant | null> {
  const { accountId, from, until, timezone, limits } = stretch;
  const hourOf = hoursIn(timezone);
  const longest = from.add(LONGEST_STRETCH);
  let events = 0;
  // A counted hour has a row for each context, and a range may end after its first hour.
  for (let at = from; Temporal.Instant.compare(at, until) < 0; ) {
    if (Temporal.Instant.compare(at, longest) >= 0) return at;
    const end = hourOf(at.add(COUNTED_TOGETHER));
    for (const hour of await listCountedHours(tx, org, { accountId, from: at, until: end })) {
      if (events > 0 && events + hour.events > limits.events) return hour.hourAt;
      events += hour.events;
    }
    at = end;
  }
  return null;
}

/** Callers can send any text as a cursor. */
function readStart(after: string): PageStart {
  const [, accountId = '', at] = /^(\S+)(?: (\S+))?$/.exec(after) ?? [];
  if (accountId === '') throw invalidStart();
  if (at === undefined) return { accountId, part: 'BEHIND' };
  if (at === 'cycles') return { accountId, part: 'CYCLES' };
  try {
    return { accountId, part: Temporal.Instant.from(at) };
  } catch {
    throw invalidStart();
  }
}

const invalidStart = (): Error =>
  invalidRequest({ problems: ['after: must be the `next` of a previous page, unchanged'] });
