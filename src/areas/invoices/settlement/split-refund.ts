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
  credit: Refund | null;
  /** What the invoice that charged it gives back. */
  money: Pick<UnusedRefund, 'invoiceId' | 'purpose' | 'amount' | 'mode'> | null;
}

/**
 * What is given back as money is taken off the line that charged it. What came on top of that line later was
 * charged by other invoices, or is about to be: of that it is a line below nothing on the next one.
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
  if (!refund || refund.mode === 'CREDITS') return { charge, lines, credit: refund, money: null };
  const { content } = charge;
  const { purpose, mode } = refund;
  const onBill = Decimal.min(refund.amount, leftOf(content));
  const rest = refund.amount.minus(onBill);
  const isOnBill = content.billed !== undefined && onBill.gt(0);
  return {
    charge: isOnBill ? { ...charge, content: takeOff(content, onBill) } : charge,
    lines: rest.isZero() ? lines : [...lines, deduct(content, { rest, purpose })],
    credit: null,
    money: isOnBill
      ? { invoiceId: content.billed?.invoiceId ?? '', purpose, amount: decimalText(onBill), mode }
      : null,
  };
}

function leftOf({ billed }: ChargeContent): Decimal {
  return billed ? Decimal.max(ZERO, decimal(billed.left)) : ZERO;
}

function takeOff(content: ChargeContent, amount: Decimal): ChargeContent {
  const { billed } = content;
  if (!billed) return content;
  return { ...content, billed: { ...billed, left: decimalText(decimal(billed.left).minus(amount)) } };
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
