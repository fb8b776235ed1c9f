import { type RateCardRow, readRecurrence } from '#areas/price-plans/index.ts';
import { cycleOf, type ScheduleCycle } from '#areas/schedules/index.ts';
import { startOfDay } from '#core/period-zone.ts';
import { coveredBlock } from '#core/rating/recurrence.ts';
import type { MeasuredCycle } from './measured-cycles.ts';
import { positionOf } from './revenue-of-card.ts';

/**
 * The cycle whose invoice charges for a card's revenue in a cycle: usually that cycle. A block of several
 * cycles that earns day by day is charged with its first or its last one.
 */
export function chargingCycle(
  card: RateCardRow,
  { schedule, cycle }: Pick<MeasuredCycle, 'schedule' | 'cycle'>,
): ScheduleCycle {
  const recurrence = readRecurrence(card);
  if (recurrence.interval === 1 || !isEarnedByDays(card)) return cycle;
  const block = coveredBlock(recurrence, positionOf({ schedule, cycle }));
  if (!block) return cycle;
  const day = card.invoiceTiming === 'IN_ADVANCE' ? block.start : block.end.subtract({ days: 1 });
  return cycleOf(schedule, startOfDay(day, schedule.timeZone)) ?? cycle;
}

function isEarnedByDays({ type, details: { fixedFeeRateCard: fee } }: RateCardRow): boolean {
  if (type === 'ENTITLEMENT_OVERAGE') return true;
  return fee !== undefined && fee.type !== 'ONE_TIME' && fee.enableProration;
}
