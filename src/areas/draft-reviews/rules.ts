import { createHash } from 'node:crypto';
import { canonicalJson } from '#core/canonical-json.ts';
import { type Decimal, MAX_FRACTION_DIGITS } from '#core/decimal.ts';
import { CHECK_LEVELS, type CheckLevel, type Finding } from '#core/invoice-checks/index.ts';
import type { StoredFinding } from './tables.ts';

/** Seconds of real time for which a review of drafts as they are now may be shown. */
export const FRESH_SECONDS = 60;
/** Readers of the same drafts share a computation that is not older. */
export const SHARED_SECONDS = 10;
/** The most drafts of a review, as of a bill run. */
export const MAX_DRAFTS = 10_000;

/** A finding with the key of its rule, subject and figures: another figure makes another key. */
export function keyFinding(finding: Finding): StoredFinding {
  const { rule, subject, figures } = finding;
  const key = createHash('sha256').update(canonicalJson({ rule, subject, figures })).digest('hex');
  return { ...finding, key };
}

/** The level of the gravest finding that nobody dismissed. */
export function levelOf(
  findings: readonly StoredFinding[],
  dismissed: ReadonlyMap<string, unknown> | undefined,
): CheckLevel | 'NONE' {
  const open = findings.filter(({ key }) => !dismissed?.has(key)).map(({ level }) => level);
  return CHECK_LEVELS.find((level) => open.includes(level)) ?? 'NONE';
}

/** Whether a comment may settle it: without a correction, such a draft is not issued. */
export function isDismissible({ rule }: Pick<Finding, 'rule'>): boolean {
  return rule !== 'CANNOT_BE_ISSUED';
}

/** The change since the previous cycle; null without one. */
export function deltaOf(amount: Decimal, previous: Decimal | null): Decimal | null {
  return previous === null ? null : amount.minus(previous);
}

/**
 * The change in percent of the size of the previous amount, so that a growing amount is above 0 also where
 * the previous one is below; null if that is 0 or unknown.
 */
export function percentOf(amount: Decimal, previous: Decimal | null): Decimal | null {
  if (previous === null || previous.isZero()) return null;
  return amount.minus(previous).times(100).div(previous.abs()).toDecimalPlaces(MAX_FRACTION_DIGITS);
}
