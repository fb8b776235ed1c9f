import { Decimal, decimal, decimalText, ZERO } from '#core/decimal.ts';
import type { AddedLine, AdvanceCharge, ChargeContent, ChargedLine, Refund } from './advance-charge.ts';
import type { UnusedRefund } from './planned-work.ts';

/** Lines on top of charges, by their ids: the issued line, or null before the issue. */
export type IssuedLines = ReadonlyMap<string, ChargedLine | null>;

/** A refund of a charge, by the lines that charged it. */
interface SpreadRefund {
  /** With what is left of each line. */
  charge: AdvanceCharge;
  /** Lines that wait for their invoice, with their reduced amounts. */
  lowered: { adjustmentId: string; left: Decimal }[];
  /** The give-backs of issued lines; null if there are none. */
  offLines: Pick<UnusedRefund, 'lines' | 'amount' | 'kept' | 'purpose' | 'mode'> | null;
}

interface SpreadLine {
  /** Null: it waits for its invoice. */
  issued: ChargedLine | null;
  added: AddedLine | null;
  taken: Decimal;
  left: Decimal;
}

/**
 * Deducts a refund from the lines that charged it, from the first on, so that none gives back more than it
 * charged. Lines without an invoice are reduced instead.
 */
export function spreadRefund(
  { charge, refund }: { charge: AdvanceCharge; refund: Refund | null },
  issuedLines: IssuedLines,
): SpreadRefund {
  if (!refund) return { charge, lowered: [], offLines: null };
  const { content } = charge;
  const lines = takeOffLines(content, refund, issuedLines);
  const waiting = lines.filter(({ issued, taken }) => issued === null && taken.gt(0));
  const lowered = waiting.flatMap(({ added, left }) =>
    added ? [{ adjustmentId: added.adjustmentId, left }] : [],
  );
  const billedLines = lines.flatMap(({ issued, ...line }) => (issued ? [{ issued, ...line }] : []));
  const { purpose, mode } = refund;
  const amount = waiting.reduce((rest, { taken }) => rest.minus(taken), refund.amount);
  const kept = billedLines.reduce((sum, { left }) => sum.plus(Decimal.max(ZERO, left)), ZERO);
  const isGiven = amount.gt(0) && billedLines.length > 0;
  return {
    charge: { ...charge, content: withLines(content, lines) },
    lowered,
    offLines: isGiven
      ? {
          lines: billedLines.map(({ issued }) => issued),
          ...{ amount: decimalText(amount), kept: decimalText(kept), purpose, mode },
        }
      : null,
  };
}

function takeOffLines(
  { billed, added = [] }: ChargeContent,
  refund: Refund,
  issuedLines: IssuedLines,
): SpreadLine[] {
  const first = billed ? [{ issued: lineRefOf(billed), added: null, left: billed.left }] : [];
  const later = added.map((line) => {
    return { issued: issuedLines.get(line.adjustmentId) ?? null, added: line, left: line.left };
  });
  let rest = refund.amount;
  return [...first, ...later].map(({ issued, added: line, left: text }) => {
    const left = decimal(text);
    const taken = Decimal.min(rest, Decimal.max(ZERO, left));
    rest = rest.minus(taken);
    return { issued, added: line, taken, left: left.minus(taken) };
  });
}

function lineRefOf({ invoiceId, nth }: ChargedLine): ChargedLine {
  return { invoiceId, ...(nth === undefined ? {} : { nth }) };
}

/** No invoice charges a waiting line that has nothing left. */
function withLines(content: ChargeContent, lines: readonly SpreadLine[]): ChargeContent {
  const { billed } = content;
  const first = lines.find(({ added }) => added === null);
  const added = lines.flatMap(({ added: line, issued, left }) => {
    return !line || (issued === null && left.isZero()) ? [] : [{ ...line, left: decimalText(left) }];
  });
  return {
    ...content,
    ...(billed && first && { billed: { ...billed, left: decimalText(first.left) } }),
    added,
  };
}
