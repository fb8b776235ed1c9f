import { type RateCardRow, readRecurrence } from '#areas/price-plans/index.ts';
import { cycleOf, type ScheduleRow } from '#areas/schedules/index.ts';
import { Decimal, decimal, decimalText, ZERO } from '#core/decimal.ts';
import type { AdvanceFeeInput } from '#core/invoice/index.ts';
import { billedPart, daysBetween } from '#core/period.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { BilledPart } from '../lifecycle/billed-part.ts';
import { listPlacedAdjustments } from '../store/advance-adjustments.ts';
import { type LeftOfLine, leftOf, sumLeftOfLines } from '../store/given-back-lines.ts';
import { issuedLinesOf } from './added-lines.ts';
import type { AdvanceCharge, ChargeContent, ChargedLine } from './advance-charge.ts';
import { countCharge } from './count-charge.ts';
import { isDiscountGone } from './is-discount-gone.ts';
import { loadCharges } from './load-charges.ts';
import { type Settlement, settleCharge } from './settle-charge.ts';
import type { IssuedLines } from './spread-refund.ts';

interface CountedDays {
  schedule: ScheduleRow;
  part: BilledPart;
  cards: readonly RateCardRow[];
}

/**
 * Sums the charges in advance of a schedule for days of a part of a cycle, as its settlement will leave
 * them, less credit notes and refunds. Excludes purchased credits, because the charges that they pay count
 * themselves.
 */
export async function countAdvanceFees(tx: Tx, org: Org, counted: CountedDays): Promise<AdvanceFeeInput[]> {
  const { schedule, part } = counted;
  const charges = (await loadCharges(tx, org, wantedOf(counted))).filter(
    ({ content }) => content.card.type !== 'CREDIT_GRANT',
  );
  const lines = await readLines(tx, org, charges);
  // As of the end of the part, which includes a planned end of the schedule.
  const context = { tx, org, now: part.endAt };
  const fees: AdvanceFeeInput[] = [];
  for (const charge of charges) {
    const isDiscount = decimal(charge.content.amount).isNegative();
    if (isDiscount && (await isDiscountGone(context, charge.content))) continue;
    const settlement = settleCharge(charge.content, await countCharge(context, charge, schedule));
    const content = settlement?.content ?? charge.content;
    const days = daysIn(part, { charge, until: content.until, schedule });
    const amount = Decimal.min(
      decimal(content.amount),
      openOf(charge.content, lines).plus(moreOf(charge, settlement)),
    );
    if (days.cycleDays === 0 || amount.isZero()) continue;
    const { name: cardName, displayName } = content.card;
    fees.push({ cardName, displayName, amount: decimalText(amount), ...days });
  }
  return fees;
}

/** Reads only the cycle itself, unless a charge covers several cycles. */
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

/** Returns what a settlement will charge on top. */
function moreOf({ content }: AdvanceCharge, settlement: Settlement | null): Decimal {
  if (!settlement) return ZERO;
  const difference = decimal(settlement.content.amount).minus(decimal(content.amount));
  return settlement.refund ? difference.plus(settlement.refund.amount) : difference;
}

interface ChargedLines {
  issuedLines: IssuedLines;
  left: LeftOfLine[];
}

async function readLines(tx: Tx, org: Org, charges: readonly AdvanceCharge[]): Promise<ChargedLines> {
  const added = charges.flatMap(({ content }) => content.added ?? []);
  const ids = added.map(({ adjustmentId }) => adjustmentId);
  const issuedLines = issuedLinesOf(await listPlacedAdjustments(tx, org, ids));
  const lines = [...charges.map(({ content }) => content.billed), ...issuedLines.values()];
  const left = await sumLeftOfLines(
    tx,
    org,
    lines.flatMap((line) => line?.invoiceId ?? []),
  );
  return { issuedLines, left };
}

/**
 * Returns what is left of all lines of a charge: no settlement goes below what they already gave back.
 * Settlements start with the charge's first lines; which lines gave back depends on what credit notes had
 * deducted.
 */
function openOf(
  { card, amount, billed, added = [] }: ChargeContent,
  { issuedLines, left }: ChargedLines,
): Decimal {
  if (!billed && added.length === 0) return decimal(amount);
  const openIn = (issued: ChargedLine | null, kept: string): Decimal => {
    const open = issued && leftOf(left, { ...issued, lineId: card.billableId });
    return open ?? decimal(kept);
  };
  const first = billed ? openIn(billed, billed.left) : ZERO;
  return added.reduce((sum, line) => {
    return sum.plus(openIn(issuedLines.get(line.adjustmentId) ?? null, line.left));
  }, first);
}
