import { getOrganization } from '#areas/organizations/index.ts';
import { listSchedules, SCHEDULES_CHANGED } from '#areas/schedules/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { endOfHour, type HourOf, hoursIn, listHourStarts } from '../hours.ts';
import { listCycles } from '../rebuild-cycle-usage.ts';
import { type AuditedCycle, listRollupMismatches, type RollupMismatch } from '../store/audit-rollups.ts';
import {
  findAuditedSpan,
  findEventHorizon,
  listChangingAccounts,
  listOtherHours,
} from '../store/audited-accounts.ts';

interface Span {
  from: Temporal.Instant;
  until: Temporal.Instant;
}

/** The part of the accounts' rollups that one snapshot compares. */
export type RollupPart =
  /** Hours and cycles with all events. */
  | { kind: 'WHOLE' }
  /** Hours with their events, both ends on hour boundaries; null means from the first or to the last. */
  | { kind: 'HOURS'; from: Temporal.Instant | null; until: Temporal.Instant | null }
  /** Cycles with their hours, which have already been compared with the events. */
  | { kind: 'CYCLES' };

export interface ComparedAccounts {
  accountIds: readonly string[];
  part: RollupPart;
  limit: number;
}

/**
 * Finds rollups of the given accounts that differ from their events. Events and rollups commit together, so
 * they agree in any one snapshot, even while ingestion continues.
 */
export async function compareRollups(
  tx: Tx,
  org: Org,
  { accountIds, part, limit }: ComparedAccounts,
): Promise<RollupMismatch[]> {
  const [{ timezone }, audited, horizon] = await Promise.all([
    getOrganization(tx, org),
    findAuditedSpan(tx, org, accountIds),
    findEventHorizon(tx, org),
  ]);
  if (horizon === 'NO_EVENTS') return [];
  const hourOf = hoursIn(timezone);
  // Starts at the first whole hour.
  const known = horizon && endOfHour(hourOf, hourOf(horizon));
  const within = withinPart(part, known);
  if (within === null) return [];
  const span = audited && cutSpan(audited, within);
  const grid = span ? listHourStarts(timezone, span) : [];
  const isWithCycles = part.kind !== 'HOURS';
  const [others, changing, cycles] = await Promise.all([
    part.kind === 'WHOLE' ? listOtherHours(tx, org, { accountIds, borders: grid }) : [],
    isWithCycles ? listChangingAccounts(tx, org, { kind: SCHEDULES_CHANGED, accountIds }) : [],
    isWithCycles && span ? listCyclesIn(tx, org, { accountIds, span }) : [],
  ]);
  const unsettled = new Set<string>(changing);
  const settledIds = isWithCycles ? accountIds.filter((id) => !unsettled.has(id)) : [];
  const hours = withoutCut(grid, { others, hourOf });
  const compared = cycles.filter(
    ({ accountId, startAt }) =>
      settledIds.includes(accountId) && (!horizon || Temporal.Instant.compare(startAt, horizon) >= 0),
  );
  const ends = compared.flatMap(({ startAt, endAt }) => [startAt, endAt]);
  const areHoursWhole = ends.every((at) => hourOf(at).equals(at));
  return listRollupMismatches(tx, org, {
    ...{ accountIds, settledIds, hours, within, limit, isCut: known !== null },
    borders: ascending([...hours, ...ends.map(({ epochMilliseconds }) => epochMilliseconds)]),
    cycles: compared,
    by: part.kind === 'CYCLES' && areHoursWhole ? 'HOURS' : 'EVENTS',
  });
}

/** Null if all events of the part may have been deleted. */
function withinPart(part: RollupPart, known: Temporal.Instant | null): Ends | null {
  if (part.kind !== 'HOURS') return { from: known, until: null };
  const from = known && (!part.from || Temporal.Instant.compare(part.from, known) < 0) ? known : part.from;
  return from && part.until && Temporal.Instant.compare(from, part.until) >= 0
    ? null
    : { from, until: part.until };
}

interface Ends {
  from: Temporal.Instant | null;
  until: Temporal.Instant | null;
}

function cutSpan(span: Span, { from, until }: Ends): Span {
  return {
    from: from && Temporal.Instant.compare(from, span.from) > 0 ? from : span.from,
    until: until && Temporal.Instant.compare(until, span.until) < 0 ? until : span.until,
  };
}

/**
 * Whether the account has hour rollups of a previous time zone that straddle the hours of the current one.
 */
export async function hasOtherHours(tx: Tx, org: Org, accountId: string): Promise<boolean> {
  const accountIds = [accountId];
  const [{ timezone }, span] = await Promise.all([
    getOrganization(tx, org),
    findAuditedSpan(tx, org, accountIds),
  ]);
  if (!span) return false;
  const borders = listHourStarts(timezone, span);
  return (await listOtherHours(tx, org, { accountIds, borders })).length > 0;
}

/**
 * Hour rollups of a previous zone may straddle an hour boundary of the current one. This removes such
 * boundaries, so that both sides are compared together.
 */
function withoutCut(
  grid: readonly number[],
  { others, hourOf }: { others: readonly Temporal.Instant[]; hourOf: HourOf },
): readonly number[] {
  if (others.length === 0) return grid;
  const cut = new Set(others.map((start) => hourOf(start.add({ minutes: 59 })).epochMilliseconds));
  return grid.filter((start) => !cut.has(start));
}

async function listCyclesIn(
  tx: Tx,
  org: Org,
  { accountIds, span }: { accountIds: readonly string[]; span: Span },
): Promise<AuditedCycle[]> {
  const schedules = await listSchedules(tx, org, { accountIds, ...span });
  return schedules.flatMap((schedule) =>
    listCycles(schedule, { first: span.from, last: span.until }).map(({ startAt, endAt, ...cycle }) => ({
      ...cycle,
      accountId: schedule.accountId,
      startAt: Temporal.Instant.from(startAt),
      endAt: Temporal.Instant.from(endAt),
    })),
  );
}

function ascending(milliseconds: readonly number[]): number[] {
  return [...new Set(milliseconds)].sort((a, b) => a - b);
}
