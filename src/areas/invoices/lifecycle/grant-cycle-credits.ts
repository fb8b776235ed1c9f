import { grantPlanCredits, type PlanCredit, replacePlanCredits } from '#areas/credits/index.ts';
import { type CreditGrantRate, type RateCardRow, readCreditGrant } from '#areas/price-plans/index.ts';
import { type Chains, lastOfChain, listSchedules, readChains } from '#areas/schedules/index.ts';
import { decimal } from '#core/decimal.ts';
import { roundMoney } from '#core/money.ts';
import { addDuration } from '#core/period-duration.ts';
import { localDate, startOfDay } from '#core/period-zone.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { type BlockCharge, type ChargeFacts, findCharge } from './find-charge.ts';
import type { RatingFacts } from './rating-facts.ts';

type GrantFacts = Pick<RatingFacts, 'cards' | 'currency' | 'roundingMode'> & ChargeFacts;

/**
 * Grants the credits of the blocks that begin with a cycle, including those invoiced at the end of the block
 * (`metering-pricing.md` 16.5), but not those that are granted on payment. Grants once per account, card and
 * first day, however often the cycle is opened. If a schedule replaces another from the start of the running
 * cycle, a grant in advance stays with its price, and a grant in arrears changes to the new terms. A card
 * without a price in the currency of the account grants nothing; its invoice says so and waits.
 */
export async function grantCycleCredits(context: ScheduledWorkContext, facts: GrantFacts): Promise<void> {
  const { tx, org } = context;
  const granting = facts.cards.flatMap((card) => {
    const rate = card.type === 'CREDIT_GRANT' ? readRate(card, facts.currency) : null;
    return rate && rate.timing !== 'PREPAID' ? [{ card, rate }] : [];
  });
  const { schedule, part } = facts;
  const replaces = part.start.equals(schedule.startDate);
  // Most plans grant nothing: their cycles open without reading the timeline.
  if (granting.length === 0 && !replaces) return;
  // Only a schedule that ends can have a successor.
  const timeline = schedule.endDate && (await listSchedules(tx, org, { accountIds: [schedule.accountId] }));
  const chains = await readChains(tx, org, timeline ?? [schedule]);
  const credits = granting.flatMap(({ card, rate }) => {
    const charge = blockStart(card, rate, facts);
    return charge ? [planCredit(card, rate, { charge, facts, chains })] : [];
  });
  const { accountId } = schedule;
  const terms = { accountId, since: part.start, credits };
  const left = replaces ? await replacePlanCredits(context, terms) : credits;
  await grantPlanCredits(context, { accountId, credits: left });
}

function readRate(card: RateCardRow, currency: string): CreditGrantRate | null {
  try {
    return readCreditGrant(card, currency);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** A block grants its credit with its first cycle, whenever its price is charged. */
function blockStart({ name }: RateCardRow, rate: CreditGrantRate, facts: GrantFacts): BlockCharge | null {
  const { feeType, recurrence } = rate;
  return findCharge({ feeType, timing: 'IN_ADVANCE', recurrence, isProrated: false, name }, facts);
}

interface Granted {
  charge: BlockCharge;
  facts: GrantFacts;
  chains: Chains;
}

function planCredit(card: RateCardRow, rate: CreditGrantRate, granted: Granted): PlanCredit {
  const { facts } = granted;
  const { part, currency, roundingMode } = facts;
  return {
    purpose: card.displayName,
    applicableEntityIds: rate.applicableEntityIds,
    effectiveFrom: part.start,
    effectiveUntil: lastDayOf(card, rate, granted),
    creditAmount: roundMoney(decimal(rate.creditAmount), currency, roundingMode),
    priority: rate.priority,
    grantorId: card.billableId,
    idempotencyKey: creditKey(card, part.start),
    isOwed: rate.timing === 'IN_ARREARS',
  };
}

/** Returns the key of the credit that a card grants with the block beginning on a day. */
export function creditKey({ billableId, name }: RateCardRow, start: Temporal.PlainDate): string {
  return `${billableId}#${start}#${name}`;
}

/**
 * Returns the last day of the credit: of the block that the chain covers, or of a duration from the first
 * instant; null without an end.
 */
function lastDayOf(
  card: RateCardRow,
  { expiryType, expiryDuration }: CreditGrantRate,
  { charge, facts, chains }: Granted,
): Temporal.PlainDate | null {
  switch (expiryType) {
    case 'PRICING_CYCLE': {
      const end = lastOfChain(facts.schedule, chains, card).endDate;
      const isCut = end && Temporal.PlainDate.compare(end, charge.period.end) < 0;
      return (isCut ? end : charge.period.end).subtract({ days: 1 });
    }
    case 'CUSTOM':
      return customLastDay(expiryDuration ?? 'P0D', facts);
    case 'NO_EXPIRY':
      return null;
    default:
      return expiryType satisfies never;
  }
}

/** Returns the day of the last instant of the duration; an empty duration lasts for its day. */
function customLastDay(duration: string, { schedule, part }: GrantFacts): Temporal.PlainDate {
  const start = startOfDay(part.start, schedule.timeZone);
  const last = addDuration(start, duration, schedule.timeZone).subtract({ nanoseconds: 1 });
  const day = localDate(last, schedule.timeZone);
  return Temporal.PlainDate.compare(day, part.start) < 0 ? part.start : day;
}
