import type { Decimal } from '#core/decimal.ts';
import type { IntervalMinutes } from './intervals.ts';
import { validityTooShort } from './problems.ts';
import type { AlertRow } from './store/alerts.ts';
import type { ClosedBy } from './tables.ts';
import { nextTick } from './ticks.ts';

/** When an alert expires; null: never. */
export function expiryOf(alert: Pick<AlertRow, 'activatedAt' | 'validityMinutes'>): Temporal.Instant | null {
  const { activatedAt, validityMinutes } = alert;
  return activatedAt && validityMinutes !== null ? activatedAt.add({ minutes: validityMinutes }) : null;
}

/** Raises `validityTooShort` for an alert that would expire before its first check. */
export function checkValidity(interval: IntervalMinutes, validity: number | null): void {
  if (validity !== null && validity < interval) throw validityTooShort({ interval });
}

/** The changes of a caller; absent members stay unchanged. */
export interface AlertChange {
  description?: string | null;
  status?: AlertRow['status'];
  intervalMinutes?: IntervalMinutes;
  validityMinutes?: number | null;
  limit?: { threshold: Decimal | null; days: number | null };
}

/** The resulting changes of the row and of open incidents (`money-platform.md` 16.3). */
export interface AlertMove {
  set: Partial<AlertRow>;
  closesIncidents: boolean;
}

export interface Moment {
  now: Temporal.Instant;
  timeZone: string;
}

/**
 * A redefined alert has a new version, for which earlier findings do not count; sending equal values
 * redefines nothing. Activation restarts the validity and the checks begin at the next tick.
 */
export function changeAlert(alert: AlertRow, change: AlertChange, moment: Moment): AlertMove {
  const { description, status = alert.status, limit = alert } = change;
  const intervalMinutes = change.intervalMinutes ?? alert.intervalMinutes;
  const validityMinutes =
    change.validityMinutes === undefined ? alert.validityMinutes : change.validityMinutes;
  checkValidity(intervalMinutes, validityMinutes);
  const isNewInterval = intervalMinutes !== alert.intervalMinutes;
  const isRedefined =
    isNewInterval || validityMinutes !== alert.validityMinutes || !isSameLimit(limit, alert);
  const isMoved = status !== alert.status;
  const isChanged =
    isRedefined || isMoved || (description !== undefined && description !== alert.description);
  if (!isChanged) return { set: {}, closesIncidents: false };
  return {
    set: {
      ...(description !== undefined && { description }),
      ...(isRedefined && {
        intervalMinutes,
        validityMinutes,
        threshold: limit.threshold,
        days: limit.days,
        version: alert.version + 1,
      }),
      ...(isMoved && { status, ...activation(status, intervalMinutes, moment) }),
      ...(!isMoved &&
        isNewInterval &&
        status === 'ACTIVE' && { nextTickAt: nextTick(moment.now, intervalMinutes, moment.timeZone) }),
      updatedAt: moment.now,
    },
    closesIncidents: isRedefined || (isMoved && status === 'INACTIVE'),
  };
}

/** The times that follow from a status. */
export function activation(
  status: AlertRow['status'],
  interval: IntervalMinutes,
  { now, timeZone }: Moment,
): Pick<AlertRow, 'activatedAt' | 'nextTickAt' | 'checkedAt'> {
  if (status === 'INACTIVE') return { activatedAt: null, nextTickAt: null, checkedAt: null };
  return { activatedAt: now, nextTickAt: nextTick(now, interval, timeZone), checkedAt: now };
}

function isSameLimit(a: NonNullable<AlertChange['limit']>, b: NonNullable<AlertChange['limit']>): boolean {
  const isSameThreshold =
    a.threshold && b.threshold ? a.threshold.eq(b.threshold) : !a.threshold && !b.threshold;
  return isSameThreshold && a.days === b.days;
}

/** The effect of a check on the newest incident of a scope key (`money-platform.md` 16.4). */
export type Move =
  /** Opens a new incident. */
  | 'OPEN'
  /** Updates the open incident with the new finding. */
  | 'REFRESH'
  /** Keeps the open incident although the check found nothing: its template does not recover. */
  | 'KEEP'
  /** Closes the open incident. */
  | 'RECOVER'
  /** A caller closed the incident, and now the condition has ended too. */
  | 'CLEAR'
  | 'NONE';

export interface LatestIncident {
  status: 'ACTIVE' | 'CLOSED';
  closedBy: ClosedBy | null;
  closedAt: Temporal.Instant | null;
  clearedAt: Temporal.Instant | null;
  periodStart: Temporal.Instant | null;
}

/**
 * A closed incident never reopens. A new one opens except in these cases: a caller closed the last one and
 * since then the condition has neither ended nor reached a new period; the last one ended with the same
 * period; or it recovered less than an interval ago.
 */
export function decideMove(
  found: { holds: boolean; periodStart: Temporal.Instant | null },
  latest: LatestIncident | null,
  rule: { recovers: boolean; isIntervalOver(from: Temporal.Instant): boolean },
): Move {
  if (latest?.status === 'ACTIVE') return found.holds ? 'REFRESH' : rule.recovers ? 'RECOVER' : 'KEEP';
  const isMuted = latest?.closedBy === 'CALLER' && latest.clearedAt === null;
  if (!found.holds) return isMuted ? 'CLEAR' : 'NONE';
  const wasNotified = isMuted || (latest?.closedBy === 'END' && found.periodStart !== null);
  if (wasNotified && isSamePeriod(found.periodStart, latest.periodStart)) return 'NONE';
  if (isMuted) return 'OPEN';
  const isFlapping =
    latest?.closedBy === 'RECOVERY' && latest.closedAt && !rule.isIntervalOver(latest.closedAt);
  return isFlapping ? 'NONE' : 'OPEN';
}

function isSamePeriod(a: Temporal.Instant | null, b: Temporal.Instant | null): boolean {
  return a && b ? a.equals(b) : a === b;
}
