import { lengthenPlanCredits } from '#areas/credits/index.ts';
import { readRecurrence } from '#areas/price-plans/index.ts';
import {
  cycleOf,
  lastOfChain,
  listScheduleCards,
  readChains,
  type ScheduleRow,
} from '#areas/schedules/index.ts';
import { coveredBlock } from '#core/rating/recurrence.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { creditKey } from './grant-cycle-credits.ts';

/**
 * After a change of an account's timeline, extends credits that last as long as their block and were granted
 * while it was cut, to the days that the chain now has of it. A shorter block keeps its grant. Call before
 * drafts are locked.
 */
export async function lengthenCycleCredits(
  context: ScheduledWorkContext,
  { accountId, schedules }: { accountId: string; schedules: readonly ScheduleRow[] },
): Promise<void> {
  const { tx, org, now } = context;
  const running = schedules.find((each) => cycleOf(each, now) !== null);
  const cycle = running && cycleOf(running, now);
  if (!running || !cycle) return;
  const chains = await readChains(tx, org, schedules);
  const { chainStartDate, startDate } = running;
  const sellers = schedules.filter(
    (each) =>
      each.chainStartDate.equals(chainStartDate) &&
      Temporal.PlainDate.compare(each.startDate, startDate) <= 0,
  );
  const ends = await Promise.all(
    sellers.map(async (schedule) => {
      const cards = await listScheduleCards(tx, org, schedule);
      return cards.flatMap((card) => {
        const grant = card.details.creditGrantRateCard;
        if (grant?.grantDetails.expiryType !== 'PRICING_CYCLE') return [];
        const once = { interval: 1, offset: 0 };
        const days = coveredBlock(grant.type === 'ONE_TIME' ? once : readRecurrence(card), {
          resolved: schedule.resolvedCycle,
          chainStart: chainStartDate,
          schedule: { start: schedule.startDate, end: lastOfChain(schedule, chains, card).endDate },
          cycle,
        });
        if (!days) return [];
        return [{ idempotencyKey: creditKey(card, days.start), lastDay: days.end.subtract({ days: 1 }) }];
      });
    }),
  );
  await lengthenPlanCredits(context, { accountId, credits: ends.flat() });
}
