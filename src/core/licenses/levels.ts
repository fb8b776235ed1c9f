import { type Decimal, ZERO } from '../decimal.ts';

/** One operation on the level of a counted licence: ABSOLUTE sets it, RELATIVE adds to it. */
export interface LicenseOperation {
  updateType: 'RELATIVE' | 'ABSOLUTE';
  quantity: Decimal;
}

/** From `at` on, until the next one, the level is `quantity`. */
export interface LevelStep {
  at: Temporal.Instant;
  quantity: Decimal;
}

/**
 * The level after each operation (`metering-pricing.md` 12.1): they are in the order of (effectiveFrom,
 * createdAt, order of arrival), and the first one finds the level 0.
 */
export function replayLevels(operations: readonly LicenseOperation[]): Decimal[] {
  let level = ZERO;
  return operations.map((operation) => {
    level = levelAfter(level, operation);
    return level;
  });
}

/**
 * What a new operation changes of levels that were replayed without it: its own, and those that follow up to
 * the next ABSOLUTE one, all by the same. `before` is the level that it finds, `followers` are the levels up
 * to the next ABSOLUTE operation, without that one.
 */
export function placeOperation(
  operation: LicenseOperation,
  { before, followers }: { before: Decimal; followers: readonly Decimal[] },
): { level: Decimal; shift: Decimal; followers: Decimal[] } {
  const level = levelAfter(before, operation);
  const shift = level.minus(before);
  return { level, shift, followers: followers.map((each) => each.plus(shift)) };
}

/** How many there may be in `[from, until)`; null: without end. */
export interface LevelLimit {
  from: Temporal.Instant;
  until: Temporal.Instant | null;
  maxQuantity: Decimal;
}

/** The first step that is above a limit at an instant of both. The last step ends at `until`. */
export function findExcess(
  { steps, until }: { steps: readonly LevelStep[]; until: Temporal.Instant | null },
  limits: readonly LevelLimit[],
): { step: LevelStep; limit: LevelLimit } | null {
  for (const [index, step] of steps.entries()) {
    const next = steps[index + 1]?.at ?? until;
    // Of operations of one instant the last decides: the others never were the level.
    const isEmpty = next !== null && Temporal.Instant.compare(next, step.at) <= 0;
    const limit = limits.find(
      (each) => !isEmpty && step.quantity.gt(each.maxQuantity) && meets({ from: step.at, until: next }, each),
    );
    if (limit) return { step, limit };
  }
  return null;
}

interface Span {
  from: Temporal.Instant;
  until: Temporal.Instant | null;
}

function meets(a: Span, b: Span): boolean {
  const isBefore = (end: Temporal.Instant | null, start: Temporal.Instant) =>
    end !== null && Temporal.Instant.compare(end, start) <= 0;
  return !isBefore(a.until, b.from) && !isBefore(b.until, a.from);
}

function levelAfter(level: Decimal, { updateType, quantity }: LicenseOperation): Decimal {
  return updateType === 'ABSOLUTE' ? quantity : level.plus(quantity);
}
