import type { AccountRow } from '#areas/accounts/index.ts';
import type { RateCardRow } from '#areas/price-plans/index.ts';
import { findSchedule } from '#areas/schedules/index.ts';
import type { PeriodInput, PricePlanInput } from '#core/invoice/index.ts';
import type { Context } from '#platform/http/operation.ts';
import { billedPartFrom } from '../lifecycle/billed-part.ts';
import { prepaidCards } from '../lifecycle/plan-prepaid.ts';
import { readFacts } from '../lifecycle/read-facts.ts';

/** The order content of a cycle. */
export interface PrepaidCycle {
  account: AccountRow;
  pricePlan: PricePlanInput;
  /** The cards whose blocks begin with the cycle, and the days of each block that the schedule covers. */
  cards: { card: RateCardRow; block: PeriodInput }[];
  /** The days of the cycle. */
  period: PeriodInput;
  timeZone: string;
}

/** Returns null if the schedule was edited away or has no cards that are paid before they are granted. */
export async function findPrepaidCards(
  { tx, org }: Pick<Context, 'tx' | 'org'>,
  cycle: { scheduleId: string; cycleStart: Temporal.PlainDate },
): Promise<PrepaidCycle | null> {
  const schedule = await findSchedule(tx, org, cycle.scheduleId);
  const part = schedule && billedPartFrom(schedule, cycle.cycleStart);
  if (!schedule || !part) return null;
  const facts = await readFacts(tx, org, { schedule, part });
  const sold = prepaidCards(facts);
  if (sold.length === 0) return null;
  const { planId, planVersion, id: scheduleId, timeZone } = schedule;
  return {
    account: facts.account,
    pricePlan: { id: planId, name: facts.planName, version: planVersion, scheduleId },
    cards: sold.map(({ card, charge }) => ({ card, block: readPeriod(charge.covered) })),
    period: readPeriod(part),
    timeZone,
  };
}

function readPeriod({ start, end }: { start: Temporal.PlainDate; end: Temporal.PlainDate }): PeriodInput {
  return { start: start.toString(), end: end.toString() };
}
