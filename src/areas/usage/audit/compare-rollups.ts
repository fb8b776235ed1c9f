import { getOrganization } from '#areas/organizations/index.ts';
import { listSchedules, SCHEDULES_CHANGED } from '#areas/schedules/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { endOfHour, type HourOf, hoursIn } from '../hours.ts';
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

/**
 * What the rollups of accounts say otherwise than their events. In one snapshot events and rollups agree,
 * because they commit together; ingestion goes on meanwhile.
 */
export async function compareRollups(
  tx: Tx,
  org: Org,
  { accountIds, limit }: { accountIds: readonly string[]; limit: number },
): Promise<RollupMismatch[]> {
  const [{ timezone }, span, horizon] = await Promise.all([
    getOrganization(tx, org),
    findAuditedSpan(tx, org, accountIds),
    findEventHorizon(tx, org),
  ]);
  if (horizon === 'NO_EVENTS') return [];
  const hourOf = hoursIn(timezone);
  const grid = span ? listHours(hourOf, span) : [];
  const [others, changing, cycles] = await Promise.all([
    listOtherHours(tx, org, { accountIds, borders: grid }),
    listChangingAccounts(tx, org, { kind: SCHEDULES_CHANGED, accountIds }),
    span ? listCyclesIn(tx, org, { accountIds, span }) : [],
  ]);
  const settledIds = accountIds.filter((id) => !changing.includes(id));
  const hours = withoutCut(grid, { others, hourOf });
  const judged = cycles.filter(
    ({ accountId, startAt }) =>
      settledIds.includes(accountId) && (!horizon || Temporal.Instant.compare(startAt, horizon) >= 0),
  );
  const borders = ascending([...hours, ...judged.flatMap(({ startAt, endAt }) => [startAt, endAt])]);
  // From the first whole hour on.
  const from = horizon && endOfHour(hourOf, hourOf(horizon));
  return listRollupMismatches(tx, org, {
    ...{ accountIds, settledIds, hours, borders, limit, horizon: from },
    cycles: judged,
  });
}

/** Where the hours begin that meet a span, in their order. */
export function listHours(hourOf: HourOf, { from, until }: Span): Temporal.Instant[] {
  const hours: Temporal.Instant[] = [];
  let at = hourOf(from);
  while (Temporal.Instant.compare(at, until) < 0) {
    hours.push(at);
    at = endOfHour(hourOf, at);
  }
  return hours;
}

/**
 * Hours of another zone than today's may lie across borders of hours: what lies on both sides of such a
 * border is compared together.
 */
function withoutCut(
  grid: readonly Temporal.Instant[],
  { others, hourOf }: { others: readonly Temporal.Instant[]; hourOf: HourOf },
): readonly Temporal.Instant[] {
  if (others.length === 0) return grid;
  const cut = new Set(others.map((start) => hourOf(start.add({ minutes: 59 })).epochMilliseconds));
  return grid.filter(({ epochMilliseconds }) => !cut.has(epochMilliseconds));
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

function ascending(instants: readonly Temporal.Instant[]): Temporal.Instant[] {
  const sorted = instants.toSorted(Temporal.Instant.compare);
  return sorted.filter((at, i) => i === 0 || !at.equals(sorted[i - 1] as Temporal.Instant));
}
