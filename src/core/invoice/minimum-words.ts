import { decimal } from '../decimal.ts';
import { type CutDays, withMinimumOf } from '../rating/card-minimum.ts';
import { exactWords } from './rounding-step.ts';

/** How the minimum of a card that is not billed for all its days came about; nothing where it holds whole. */
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
