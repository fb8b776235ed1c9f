import { Decimal, decimal, decimalText, ZERO } from '#core/decimal.ts';
import type { AdvanceCorrectionCardInput, CardInput } from '#core/invoice/index.ts';
import { daysText } from '#core/invoice/license-lines.ts';
import type { AdvanceCharge, ChargeContent, Refund } from './advance-charge.ts';
import type { UnusedRefund } from './planned-work.ts';

/** A settlement by the ways in which it is stored. */
interface SplitSettlement {
  charge: AdvanceCharge;
  /** For the next invoice in advance of the account. */
  lines: CardInput[];
  /** As a credit, of no line that is known: it came on top of the one that charged it first. */
  credit: Refund | null;
  /** What is taken off the line of the invoice that charged it. */
  offLine: Pick<UnusedRefund, 'invoiceId' | 'purpose' | 'amount' | 'mode' | 'nth' | 'kept'> | null;
}

/**
 * What is given back is taken off the line that charged it. What came on top of that line later was charged
 * by other invoices, or is about to be: of that it is a credit, or where it goes back as money, a line below
 * nothing on the next invoice.
 */
export function splitRefund({
  charge,
  adjustment,
  refund,
}: {
  charge: AdvanceCharge;
  adjustment: CardInput | null;
  refund: Refund | null;
}): SplitSettlement {
  const lines = adjustment ? [adjustment] : [];
  if (!refund) return { charge, lines, credit: null, offLine: null };
  const { content } = charge;
  const { purpose, mode } = refund;
  const left = leftOf(content);
  const amount = Decimal.min(refund.amount, left);
  const rest = refund.amount.minus(amount);
  const isCredit = mode === 'CREDITS';
  const isDeducted = !isCredit && !rest.isZero();
  const { billed } = content;
  const split = {
    lines: isDeducted ? [...lines, deduct(content, { rest, purpose })] : lines,
    credit: isCredit && rest.gt(0) ? { ...refund, amount: rest } : null,
  };
  if (!billed || amount.lte(0)) return { charge, ...split, offLine: null };
  const kept = decimalText(left.minus(amount));
  const { invoiceId, nth = 0 } = billed;
  return {
    charge: { ...charge, content: { ...content, billed: { ...billed, left: kept } } },
    ...split,
    offLine: { invoiceId, nth, kept, purpose, amount: decimalText(amount), mode },
  };
}

function leftOf({ billed }: ChargeContent): Decimal {
  return billed ? Decimal.max(ZERO, decimal(billed.left)) : ZERO;
}

function deduct(
  { card, setting, amount }: ChargeContent,
  { rest, purpose }: { rest: Decimal; purpose: string },
): AdvanceCorrectionCardInput {
  const { name, billableId, displayName, tag, type: billedAs } = card;
  const { start, end } = setting.cycle;
  return {
    type: 'ADVANCE_CORRECTION',
    ...{ name, billableId, ...(tag === undefined ? {} : { tag }) },
    displayName: `${displayName}: less than charged for ${daysText({ start, end })}`,
    ...{ billedAs, period: { start, end }, due: amount, steps: [purpose] },
    charged: decimalText(decimal(amount).plus(rest)),
  };
}
