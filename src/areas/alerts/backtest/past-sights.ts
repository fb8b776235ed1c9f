import type { Decimal } from '#core/decimal.ts';
import { endedPeriods, type MeasuredPeriod, type PeriodAt } from '../observe/measured-period.ts';
import { reaches } from '../observe/observation.ts';
import type { Seen } from '../run-check.ts';
import type { AlertRow } from '../store/alerts.ts';

/** What a check at a past tick would have seen, and the value that it would have measured. */
export interface PastSight extends Seen {
  at: Temporal.Instant;
  value: Decimal;
}

/** Values of a period that checks ask for: so far at some ticks, and at its end. */
export interface WantedPeriod {
  period: MeasuredPeriod;
  /** Ascending. */
  at: readonly Temporal.Instant[];
}

/** For each wanted period, the value at each of its instants. */
export type ReadValues = (wanted: readonly WantedPeriod[]) => Promise<readonly (readonly Decimal[])[]>;

/** The ticks of a back-test, which begins with the first check after `from`. */
export interface PastTicks {
  from: Temporal.Instant;
  ticks: readonly Temporal.Instant[];
}

/** What each tick sees of an alert that sums over periods: those that have ended since, and its own. */
export async function sightsOfPeriods(
  alert: AlertRow,
  { from, ticks, periodAt }: PastTicks & { periodAt: PeriodAt },
  read: ReadValues,
): Promise<PastSight[]> {
  const checks = ticks.map((at, index) => ({
    at,
    period: periodAt(at),
    ended: endedPeriods(periodAt, { from: ticks[index - 1] ?? from, until: at }),
  }));
  const wanted = new Map<string, WantedPeriod & { at: Temporal.Instant[] }>();
  const want = (period: MeasuredPeriod, at: Temporal.Instant) =>
    wanted.getOrInsertComputed(keyOf(period), () => ({ period, at: [] })).at.push(at);
  for (const { at, period, ended } of checks) {
    for (const each of ended) want(each, each.endAt);
    want(period, at);
  }
  const asked = [...wanted.values()];
  const values = await read(asked);
  const known = new Map(
    asked.flatMap(({ period, at }, index) =>
      at.map(
        (each, place) => [`${keyOf(period)} ${each.epochMilliseconds}`, values[index]?.[place]] as const,
      ),
    ),
  );
  const valueAt = (period: MeasuredPeriod, at: Temporal.Instant) => {
    const value = known.get(`${keyOf(period)} ${at.epochMilliseconds}`);
    if (!value) throw new Error('a check has no value');
    return value;
  };
  return checks.map(({ at, period, ended }) => {
    const value = valueAt(period, at);
    return {
      ...{ at, value, current: reaches(alert, value, period) },
      ended: ended.map((each) => reaches(alert, valueAt(each, each.endAt), each)),
    };
  });
}

function keyOf({ startAt, endAt }: MeasuredPeriod): string {
  return `${startAt.epochMilliseconds} ${endAt.epochMilliseconds}`;
}
