import { Decimal, decimalText } from '../decimal.ts';
import type { CheckedDraft } from './facts.ts';
import type { Found } from './rules.ts';
import type { CheckTerms } from './terms.ts';

/** Rules about amounts: of the draft, of its lines, and of earlier cycles. */

/**
 * The total is more than `above` or less than `below` times the median of up to three earlier cycles, and
 * the difference exceeds `difference` units of the currency. While the cycle runs, it is never too small.
 */
export function findUnusualAmount(
  { total, earlierTotals, isRunning }: Pick<CheckedDraft, 'total' | 'earlierTotals' | 'isRunning'>,
  { unusual }: Pick<CheckTerms, 'unusual'>,
): Found[] {
  if (earlierTotals.length === 0) return [];
  const median = medianOf(earlierTotals.slice(0, 3));
  const difference = total.minus(median);
  if (isRunning && difference.lt(0)) return [];
  if (difference.abs().lte(unusual.difference) || !isFarFrom(total, median, unusual)) return [];
  return [
    {
      subject: null,
      figures: {
        amount: decimalText(total),
        median: decimalText(median),
        difference: decimalText(difference),
      },
    },
  ];
}

function isFarFrom(total: Decimal, median: Decimal, { above, below }: CheckTerms['unusual']): boolean {
  const isOtherSign = total.isNegative() !== median.isNegative() && !total.isZero() && !median.isZero();
  const [size, usual] = [total.abs(), median.abs()];
  return isOtherSign || size.gt(usual.times(above)) || size.lt(usual.times(below));
}

/** Of two values the mean. */
export function medianOf(values: readonly Decimal[]): Decimal {
  const sorted = values.toSorted((a, b) => a.comparedTo(b));
  const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1);
  return Decimal.sum(...middle).div(middle.length);
}

/**
 * A line that was above 0 in the earlier cycle is 0 now. Only a metered line also counts as 0 when it is
 * absent: a fee may be due once, or every few cycles. While the cycle runs, it may still get an amount.
 */
export function findLinesAtZero({
  lines,
  earlierLines,
  isRunning,
}: Pick<CheckedDraft, 'lines' | 'earlierLines' | 'isRunning'>): Found[] {
  if (isRunning) return [];
  return earlierLines.flatMap((earlier) => {
    const line = lines.find(({ id }) => id === earlier.id);
    const isZero = line ? line.value.isZero() : earlier.isMetered;
    if (!isZero || earlier.value.lte(0)) return [];
    const figures = { line: earlier.description, earlier: decimalText(earlier.value) };
    return [{ subject: earlier.id, figures }];
  });
}

/** The total is below 0. */
export function findNegativeTotal({ total }: Pick<CheckedDraft, 'total'>): Found[] {
  return total.lt(0) ? [{ subject: null, figures: { amount: decimalText(total) } }] : [];
}

/** The lines cost something, but less than the smallest unit of the currency. */
export function findRoundedToZero({ total, gross }: Pick<CheckedDraft, 'total' | 'gross'>): Found[] {
  const isLost = total.isZero() && gross.rounded.isZero() && !gross.exact.isZero();
  return isLost ? [{ subject: null, figures: { exact: decimalText(gross.exact) } }] : [];
}

/** Another invoice charges the same for the same days, and one of the two was entered by a person. */
export function findDuplicates({ duplicates }: Pick<CheckedDraft, 'duplicates'>): Found[] {
  return duplicates.map(({ id, number, amount }) => ({
    subject: id,
    figures: { invoice: number ?? id, amount: decimalText(amount) },
  }));
}
