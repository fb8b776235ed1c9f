import { type RateCardRow, readRecurrence } from '#areas/price-plans/index.ts';
import { cycleOf, type ScheduleRow } from '#areas/schedules/index.ts';
import { Decimal, decimal, decimalText, ZERO } from '#core/decimal.ts';
import type { AdvanceFeeInput } from '#core/invoice/index.ts';
import { billedPart, daysBetween } from '#core/period.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { BilledPart } from '../lifecycle/billed-part.ts';
import { type LeftOfLine, sumLeftOfLines } from '../store/given-back-lines.ts';
import type { AdvanceCharge, ChargeContent } from './advance-charge.ts';
import { countCharge } from './count-charge.ts';
import { loadCharges } from './load-charges.ts';
import { settleCharge } from './settle-charge.ts';
import { splitRefund } from './split-refund.ts';

interface CountedDays {
  schedule: ScheduleRow;
  part: BilledPart;
  cards: readonly RateCardRow[];
}

/**
 * What a schedule charges in advance for days of a part of a cycle, as its settlement will leave it, and less
 * what credit notes and refunds gave back. Bought credits are left out: what they pay for counts itself.
 */
export async function countAdvanceFees(tx: Tx, org: Org, counted: CountedDays): Promise<AdvanceFeeInput[]> {
  const { schedule, part } = counted;
  const charges = (await loadCharges(tx, org, wantedOf(counted))).filter(
    ({ content }) => content.card.type !== 'CREDIT_GRANT',
  );
  const left = await sumLeftOfLines(
    tx,
    org,
    charges.flatMap(({ content: { billed } }) => billed?.invoiceId ?? []),
  );
  // As they are when the part is over: an end of the schedule that is planned has come by then.
  const context = { tx, org, now: part.endAt };
  const fees: AdvanceFeeInput[] = [];
  for (const charge of charges) {
    const settlement = settleCharge(charge.content, await countCharge(context, charge, schedule));
    const content = settlement
      ? splitRefund({ ...settlement, charge: { ...charge, content: settlement.content } }).charge.content
      : charge.content;
    const days = daysIn(part, { charge, until: content.until, schedule });
    const amount = amountOf(content, left);
    if (days.cycleDays === 0 || amount.isZero()) continue;
    const { name: cardName, displayName } = content.card;
    fees.push({ cardName, displayName, amount: decimalText(amount), ...days });
  }
  return fees;
}

/** Only of the cycle itself, unless something is charged for several of them. */
function wantedOf({ schedule, part, cards }: CountedDays) {
  const { accountId, id: scheduleId } = schedule;
  const cycle = cycleOf(schedule, part.startAt);
  const isLong = cards.some(
    (card) => card.invoiceTiming === 'IN_ADVANCE' && readRecurrence(card).interval > 1,
  );
  const isOfCycle = cycle && !isLong && !part.isRemainder;
  return { accountId, scheduleId, ...(isOfCycle && { cycleStart: cycle.start }) };
}

function daysIn(
  part: BilledPart,
  { charge, until, schedule }: { charge: AdvanceCharge; until: string; schedule: ScheduleRow },
): Pick<AdvanceFeeInput, 'cycleDays' | 'days'> {
  const paid = { start: charge.cycleStart, end: Temporal.PlainDate.from(until) };
  const days = billedPart(paid, { start: schedule.startDate, end: schedule.endDate });
  const inCycle = days && billedPart(days, { start: part.start, end: part.end });
  return { cycleDays: inCycle ? daysBetween(inCycle) : 0, days: days ? daysBetween(days) : 0 };
}

/** What the line has given back beyond what its settlement leaves of it does not count. */
function amountOf({ card, amount, billed }: ChargeContent, lines: readonly LeftOfLine[]): Decimal {
  const charged = decimal(amount);
  if (!billed || charged.isNegative()) return charged;
  const { invoiceId, nth = 0, left } = billed;
  const line = lines.find((each) => {
    return each.invoiceId === invoiceId && each.lineId === card.billableId && each.nth === nth;
  });
  return line ? charged.minus(Decimal.max(ZERO, decimal(left).minus(line.left))) : charged;
}
