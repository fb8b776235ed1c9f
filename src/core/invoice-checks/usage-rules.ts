import { decimal, decimalText } from '../decimal.ts';
import type { CheckedDraft } from './facts.ts';
import type { Found } from './rules.ts';
import type { CheckTerms } from './terms.ts';

/** Rules about the events of the cycle. */

/**
 * A meter had no usage for `hours` hours in a row, although usage fell into `share` of all other hours, of
 * which there are at least two days.
 */
export function findUsageGaps(
  { meters }: Pick<CheckedDraft, 'meters'>,
  { gap }: Pick<CheckTerms, 'gap'>,
): Found[] {
  return meters.flatMap(({ meterId, name, hours, hoursWithUsage, gapHours, gapFrom }) => {
    const others = hours - gapHours;
    const isHourly = others >= gap.minimumHours && decimal(hoursWithUsage).gte(gap.share.times(others));
    if (gapHours < gap.hours || !isHourly) return [];
    const figures = { meter: name, hours: String(gapHours), from: gapFrom?.toString() ?? '' };
    return [{ subject: meterId, figures }];
  });
}

/** At least `percent` of the account's events in the cycle were rejected. */
export function findRejectedEvents(
  { events }: Pick<CheckedDraft, 'events'>,
  { rejected: { percent } }: Pick<CheckTerms, 'rejected'>,
): Found[] {
  const { rejected, received } = events;
  if (rejected === 0 || decimal(rejected).times(100).lt(percent.times(received))) return [];
  const share = decimal(rejected).times(100).div(received).toDecimalPlaces(2);
  const figures = { rejected: String(rejected), received: String(received), percent: decimalText(share) };
  return [{ subject: null, figures }];
}

/** Events of the cycle are not processed yet, or wait for a correction. */
export function findQueuedEvents({ events }: Pick<CheckedDraft, 'events'>): Found[] {
  return events.inQueue > 0 ? [{ subject: null, figures: { events: String(events.inQueue) } }] : [];
}

/** Events of the cycle arrived after its end, within the grace period. */
export function findLateEvents({ events }: Pick<CheckedDraft, 'events'>): Found[] {
  return events.late > 0 ? [{ subject: null, figures: { events: String(events.late) } }] : [];
}
