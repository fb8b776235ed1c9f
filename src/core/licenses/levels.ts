import { type Decimal, ZERO } from '../decimal.ts';

/** One operation on the level of a counted licence: ABSOLUTE sets it, RELATIVE adds to it. */
export interface LicenseOperation {
  updateType: 'RELATIVE' | 'ABSOLUTE';
  quantity: Decimal;
}

/** From `at` until the next step, the level is `quantity`. */
export interface LevelStep {
  at: Temporal.Instant;
  quantity: Decimal;
}

/**
 * The level after each operation (`metering-pricing.md` 12.1): operations are in the order of (effectiveFrom,
 * createdAt, order of arrival), and start from level 0.
 */
export function replayLevels(operations: readonly LicenseOperation[]): Decimal[] {
  let level = ZERO;
  return operations.map((operation) => {
    level = levelAfter(level, operation);
    return level;
  });
}

/**
 * The effect of a new operation on levels that were replayed without it: its own level, and those of its
 * followers up to the next ABSOLUTE operation, all by the same amount. `before` is the level before it,
 * `followers` are the levels up to the next ABSOLUTE operation, exclusive.
 */
export function applyOperation(
  operation: LicenseOperation,
  { before, followers }: { before: Decimal; followers: readonly Decimal[] },
): { level: Decimal; shift: Decimal; followers: Decimal[] } {
  const level = levelAfter(before, operation);
  const shift = level.minus(before);
  return { level, shift, followers: followers.map((each) => each.plus(shift)) };
}

/** The maximum level in `[from, until)`; null: without end. */
export interface LevelLimit {
  from: Temporal.Instant;
  until: Temporal.Instant | null;
  maxQuantity: Decimal;
}

/** The first step above a limit that is in force at the same time. The last step ends at `until`. */
export function findExcess(
  { steps, until }: { steps: readonly LevelStep[]; until: Temporal.Instant | null },
  limits: readonly LevelLimit[],
): { step: LevelStep; limit: LevelLimit } | null {
  for (const [index, step] of steps.entries()) {
    const next = steps[index + 1]?.at ?? until;
    // Of operations at one instant, the last decides: the others never were the level.
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
