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
  /** A page of accounts: as many as this, or those that have so many events together. */
  accounts: number;
  /** An account with more is looked at a stretch of hours at a time: such as have so many, one at least. */
  events: number;
}

/**
 * While a page is looked at, the server keeps every version of the rows that ingestion updates all the time,
 * so that a page takes some tenths of a second at most.
 */
const LIMITS: PageLimits = { accounts: 50, events: 50_000 };
/** Counting reads all their hours, and those behind the end of a page are counted again for the next one. */
const COUNTED_ACCOUNTS = 8;
const COUNTED_TOGETHER = { hours: 24 };
const LONGEST_STRETCH = { hours: 31 * 24 };

/** What is compared in one snapshot, and where the next page begins; null after the last one. */
export interface RollupPage {
  accountIds: string[];
  part: RollupPart;
  next: string | null;
}

/**
 * Where a page begins: behind an account, `a1`; or in an account with many events, with an hour of it,
 * `a1 2030-01-01T00:00:00Z`, or with its cycles, `a1 cycles`. Ids of accounts have no blanks.
 */
interface Place {
  accountId: string;
  part: 'BEHIND' | 'CYCLES' | Temporal.Instant;
}

/** Accounts in the order of their ids; with `only`, the pages of that account. */
export async function findRollupPage(
  tx: Tx,
  org: Org,
  { after, only, limits = LIMITS }: { after: string | null; only?: string; limits?: PageLimits },
): Promise<RollupPage> {
  const place = after ? readPlace(after) : null;
  const isOnly = only !== undefined;
  if (place?.part === 'CYCLES')
    return { accountIds: [place.accountId], part: { kind: 'CYCLES' }, next: isOnly ? null : place.accountId };
  if (place && place.part !== 'BEHIND') {
    const { accountId, part: from } = place;
    const { timezone } = await getOrganization(tx, org);
    // From its beginning again where no hour of today's zone begins: it was another one before.
    if (!hoursIn(timezone)(from).equals(from)) return beginLarge(tx, org, { accountId, isOnly, limits });
    return findStretch(tx, org, { accountId, from, limits });
  }
  const asked = { after: place?.accountId ?? null, ...(isOnly && { only }) };
  const { accounts, isLast } = await takeAccounts(tx, org, asked, limits);
  const [first] = accounts;
  if (first && first.events > limits.events)
    return beginLarge(tx, org, { accountId: first.id, isOnly, limits });
  return {
    accountIds: accounts.map(({ id }) => id),
    part: { kind: 'WHOLE' },
    next: isOnly || isLast ? null : (accounts.at(-1)?.id ?? null),
  };
}

/** The first stretch of an account, or all of it when its hours lie across those of today's zone. */
async function beginLarge(
  tx: Tx,
  org: Org,
  { accountId, isOnly, limits }: { accountId: string; isOnly: boolean; limits: PageLimits },
): Promise<RollupPage> {
  if (await hasOtherHours(tx, org, accountId))
    return { accountIds: [accountId], part: { kind: 'WHOLE' }, next: isOnly ? null : accountId };
  return findStretch(tx, org, { accountId, from: null, limits });
}

/** As many as have not too many events, one at least; isLast: no other one comes behind them. */
async function takeAccounts(
  tx: Tx,
  org: Org,
  asked: { after: string | null; only?: string },
  limits: PageLimits,
): Promise<{ accounts: CountedAccount[]; isLast: boolean }> {
  const taken: CountedAccount[] = [];
  let left = limits.events;
  while (taken.length < limits.accounts) {
    const limit = Math.min(COUNTED_ACCOUNTS, limits.accounts - taken.length);
    const after = taken.at(-1)?.id ?? asked.after;
    const accounts = await listCountedAccounts(tx, org, { ...asked, after, limit });
    for (const account of accounts) {
      if (account.events > left && taken.length > 0) return { accounts: taken, isLast: false };
      taken.push(account);
      left -= account.events;
    }
    if (accounts.length < limit) return { accounts: taken, isLast: true };
  }
  return { accounts: taken, isLast: false };
}

/** The hours of an account from one on, until they have too many events or are too many. */
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

/** Where the hour begins with which a stretch would have too many events, or be too long; null: nowhere. */
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
  // Counting has a row for each context of an hour, and a stretch may end with its first hour.
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

/** Comes from callers, too, who may send anything. */
function readPlace(after: string): Place {
  const [, accountId = '', at] = /^(\S+)(?: (\S+))?$/.exec(after) ?? [];
  if (accountId === '') throw notThePlace();
  if (at === undefined) return { accountId, part: 'BEHIND' };
  if (at === 'cycles') return { accountId, part: 'CYCLES' };
  try {
    return { accountId, part: Temporal.Instant.from(at) };
  } catch {
    throw notThePlace();
  }
}

const notThePlace = (): Error =>
  invalidRequest({ problems: ['after: must be the `next` of another answer, exactly as it came'] });
