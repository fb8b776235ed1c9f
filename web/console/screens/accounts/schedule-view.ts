import type { AccountSchedule } from '../../../api/generated/types.ts';
import { addDays, dayIn } from '../../../format/time.ts';

export type Phase = 'past' | 'current' | 'future';

/** A schedule as days of the organization's time zone. */
export interface Stretch {
  schedule: AccountSchedule;
  first: string;
  /** The day after the last one; null: it never ends. */
  until: string | null;
  phase: Phase;
}

/** Every date from here on means no end. */
export const FOREVER = '9999-01-01';

export function stretchesOf(
  schedules: readonly AccountSchedule[],
  { zone, today }: { zone: string; today: string },
): Stretch[] {
  return schedules.map((schedule) => {
    const first = dayIn(schedule.startDate, zone);
    const until = schedule.endDate >= FOREVER ? null : dayIn(schedule.endDate, zone);
    return { schedule, first, until, phase: phaseOf({ first, until }, today) };
  });
}

function phaseOf({ first, until }: Pick<Stretch, 'first' | 'until'>, today: string): Phase {
  if (until !== null && until <= today) return 'past';
  return first <= today ? 'current' : 'future';
}

/** The last day of a stretch. */
export function lastDay({ until }: Pick<Stretch, 'until'>): string | null {
  return until === null ? null : addDays(until, -1);
}

export interface Change {
  first: string;
  until: string | null;
  before: AccountSchedule | null;
  after: AccountSchedule | null;
}

/** What becomes different when a draft replaces the live timeline, in day order. */
export function changesOf(live: readonly Stretch[], draft: readonly Stretch[]): Change[] {
  const days = new Set([...live, ...draft].flatMap(({ first, until }) => [first, until ?? FOREVER]));
  const borders = [...days].sort();
  return borders.slice(0, -1).flatMap((first, index) => {
    const until = borders[index + 1] ?? FOREVER;
    const [before, after] = [scheduleOn(live, first), scheduleOn(draft, first)];
    if (isSame(before, after)) return [];
    return [{ first, until: until === FOREVER ? null : until, before, after }];
  });
}

export function scheduleOn(stretches: readonly Stretch[], day: string): AccountSchedule | null {
  return stretchOn(stretches, day)?.schedule ?? null;
}

export function stretchOn(stretches: readonly Stretch[], day: string): Stretch | null {
  return stretches.find(({ first, until }) => first <= day && (until === null || day < until)) ?? null;
}

/** An id identifies prices, too, unless a draft has begun to give the schedule prices of its own. */
function isSame(before: AccountSchedule | null, after: AccountSchedule | null): boolean {
  if (!before || !after) return before === after;
  if (before.isOverridden !== after.isOverridden) return false;
  return before.id === after.id || (!before.isOverridden && termsOf(before) === termsOf(after));
}

function termsOf({ pricePlanId, version, accountScheduleInfo }: AccountSchedule): string {
  const { pricingCycleConfig, pricingRules } = accountScheduleInfo;
  return JSON.stringify([pricePlanId, version, pricingCycleConfig, pricingRules]);
}
