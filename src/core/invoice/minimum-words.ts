import { decimal } from '../decimal.ts';
import { type CutDays, withMinimumOf } from '../rating/card-minimum.ts';
import { exactWords } from './rounding-step.ts';

/** Explains the minimum of a card that is billed for part of its days; empty when it is owed in full. */
export function minimumWords(
  card: { minimumRate?: string; minimumDays?: CutDays },
  whole: 'cycle' | 'block',
): string[] {
  const { minimumDays: days, minimumRate } = card;
  const share = withMinimumOf(card, days).minimumRate;
  if (!days || minimumRate === undefined || share === undefined) return [];
  const { billedDays, nominalDays } = days;
  const words = `${minimumRate} × ${billedDays} / ${nominalDays} = ${exactWords(decimal(share))}`;
  return [`card minimum of a ${whole}: ${minimumRate}; for ${billedDays} of ${nominalDays} days: ${words}`];
}
