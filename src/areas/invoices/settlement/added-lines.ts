import { type Decimal, decimal, decimalText } from '#core/decimal.ts';
import { type AdvanceCorrectionCardInput, type CardInput, computeInvoice } from '#core/invoice/index.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { changeAdjustment, lockAdjustments, type PlacedAdjustment } from '../store/advance-adjustments.ts';
import type { ChargeContent, ChargedLine, ChargeSetting } from './advance-charge.ts';
import type { IssuedLines } from './spread-refund.ts';

type Context = Pick<ScheduledWorkContext, 'tx' | 'org' | 'now'>;

/** Returns the amount of a line on top of a charge, before pricing rules, rounded. */
export function amountOfAdjustment(card: CardInput, setting: ChargeSetting): Decimal {
  const { explanations } = computeInvoice({ engine: 1, timing: 'IN_ADVANCE', ...setting, cards: [card] });
  return decimal(explanations[0]?.rounding.rounded ?? '0');
}

/** Returns the invoice lines that were charged on top of charges, locked until they are settled. */
export async function lockIssuedLines(
  { tx, org }: Context,
  contents: readonly ChargeContent[],
): Promise<IssuedLines> {
  const ids = contents.flatMap(({ added = [] }) => added.map(({ adjustmentId }) => adjustmentId));
  return issuedLinesOf(await lockAdjustments(tx, org, ids));
}

export function issuedLinesOf(placed: readonly PlacedAdjustment[]): IssuedLines {
  return new Map(placed.map(({ id, invoice }) => [id, invoice && lineOf(invoice)]));
}

/** Explanations of cards come first, in the order of the cards. */
function lineOf({ id, document, cardIndex }: NonNullable<PlacedAdjustment['invoice']>): ChargedLine {
  const lineId = document.explanations[cardIndex]?.lineId;
  const nth = document.explanations.slice(0, cardIndex).filter((each) => each.lineId === lineId).length;
  return { invoiceId: id, ...(nth > 0 ? { nth } : {}) };
}

/** Limits a line that is not yet on an issued invoice to what is left of it. */
export async function lowerAdjustment(
  { tx, org }: Context,
  content: ChargeContent,
  { adjustmentId: id, left }: { adjustmentId: string; left: Decimal },
): Promise<void> {
  const [placed] = await lockAdjustments(tx, org, [id]);
  if (!placed) return;
  await changeAdjustment(tx, org, { id, card: left.gt(0) ? lowered(placed.card, { content, left }) : null });
}

function lowered(
  card: CardInput,
  { content, left }: { content: ChargeContent; left: Decimal },
): AdvanceCorrectionCardInput {
  const { name, billableId, displayName, tag } = card;
  const { start, end } = content.setting.cycle;
  const due = card.type === 'ADVANCE_CORRECTION' ? decimal(card.charged).plus(left) : decimal(content.amount);
  const steps = card.type === 'ADVANCE_CORRECTION' ? card.steps : [];
  return {
    type: 'ADVANCE_CORRECTION',
    ...{ name, billableId, ...(tag === undefined ? {} : { tag }), displayName },
    ...{
      billedAs: content.card.type,
      period: card.type === 'ADVANCE_CORRECTION' ? card.period : { start, end },
    },
    ...{ due: decimalText(due), charged: decimalText(due.minus(left)) },
    steps: [...steps, `less than that by now: ${decimalText(left)} is still to be charged`],
  };
}
