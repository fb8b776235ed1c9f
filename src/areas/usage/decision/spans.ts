import type { AccountMatch, AccountReference } from '#areas/accounts/index.ts';
import type { ScheduleCycle } from '#areas/schedules/index.ts';

/** Event times in whole milliseconds, from one up to, and without, another. */
export interface Span {
  fromMs: number;
  untilMs: number;
}

export const ALWAYS: Span = { fromMs: Number.NEGATIVE_INFINITY, untilMs: Number.POSITIVE_INFINITY };

/** The event times at which a reference means an account; an alias changes hands over time. */
export function spanOfReference(
  { exact, aliases }: AccountReference,
  match: AccountMatch | null,
): Span | null {
  if (!match) return null;
  if (exact) return exact === match ? ALWAYS : null;
  const range = aliases.find((each) => each.match === match);
  return range ? spanOf(range.from, range.until) : null;
}

export function spanOfCycle(cycle: ScheduleCycle | undefined): Span | null {
  return cycle ? spanOf(cycle.startAt, cycle.endAt) : null;
}

export function sharedSpan(one: Span, other: Span): Span {
  return {
    fromMs: Math.max(one.fromMs, other.fromMs),
    untilMs: Math.min(one.untilMs, other.untilMs),
  };
}

/** Leaves out a millisecond that a bound cuts. */
function spanOf(from: Temporal.Instant | null, until: Temporal.Instant | null): Span {
  return {
    fromMs: from ? firstMsFrom(from) : ALWAYS.fromMs,
    untilMs: until ? until.epochMilliseconds : ALWAYS.untilMs,
  };
}

function firstMsFrom(at: Temporal.Instant): number {
  const ms = at.epochMilliseconds;
  return Temporal.Instant.fromEpochMilliseconds(ms).equals(at) ? ms : ms + 1;
}
