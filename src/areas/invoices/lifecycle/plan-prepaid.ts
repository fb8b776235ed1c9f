import { type RateCardRow, readRecurrence } from '#areas/price-plans/index.ts';
import { planScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { type BlockCharge, type ChargeFacts, findCharge } from './find-charge.ts';
import type { RatingFacts } from './rating-facts.ts';

/**
 * Scheduled work of the purchases area, payload `{ accountId, scheduleId, cycleStart }`: blocks begin of
 * cards whose credits are granted when an order for them is paid.
 */
export const PREPAID_DUE = 'invoices.prepaid_due';
const RANK = 35;

/** A card that is paid before its block is granted, and the block that begins. */
export interface PrepaidCard {
  card: RateCardRow;
  charge: BlockCharge;
}

/** Returns the cards of a schedule that are ordered with a cycle, in the order of the plan. */
export function prepaidCards(facts: Pick<RatingFacts, 'cards'> & ChargeFacts): PrepaidCard[] {
  return facts.cards.flatMap((card) => {
    const charge = card.invoiceTiming === 'PREPAID' ? blockStart(card, facts) : null;
    return charge ? [{ card, charge }] : [];
  });
}

/** Orders belong to a higher area, so this only plans its work. */
export async function planPrepaid({ tx, org, now }: ScheduledWorkContext, facts: RatingFacts): Promise<void> {
  if (prepaidCards(facts).length === 0) return;
  const { schedule, part } = facts;
  const cycleStart = part.start.toString();
  await planScheduledWork(tx, org, {
    kind: PREPAID_DUE,
    key: `${schedule.id}:${cycleStart}`,
    dueAt: now,
    rank: RANK,
    payload: { accountId: schedule.accountId, scheduleId: schedule.id, cycleStart },
    now,
  });
}

/** An ordered card begins like a card in advance, whatever it costs. */
function blockStart(card: RateCardRow, facts: ChargeFacts): BlockCharge | null {
  const feeType = card.details.creditGrantRateCard?.type ?? 'RECURRING';
  const terms = { feeType, timing: 'IN_ADVANCE', isProrated: false } as const;
  return findCharge({ ...terms, recurrence: readRecurrence(card), name: card.name }, facts);
}
