import { Decimal, decimal, decimalText, ZERO } from '#core/decimal.ts';
import type { AddedLine, AdvanceCharge, ChargeContent, ChargedLine, Refund } from './advance-charge.ts';
import type { UnusedRefund } from './planned-work.ts';

/** Lines that came on top of charges, by their ids: the issued line, or null while none has been issued. */
export type AddedPlaces = ReadonlyMap<string, ChargedLine | null>;

/** What is given back of a charge, by the lines that charged it. */
interface SpreadRefund {
  /** With what is left of each line. */
  charge: AdvanceCharge;
  /** Lines that wait for their invoice charge so much instead. */
  lowered: { adjustmentId: string; left: Decimal }[];
  /** What issued lines give back; null when they give nothing. */
  offLines: Pick<UnusedRefund, 'lines' | 'amount' | 'kept' | 'purpose' | 'mode'> | null;
}

interface SpreadLine {
  /** Null: it waits for its invoice. */
  place: ChargedLine | null;
  added: AddedLine | null;
  taken: Decimal;
  left: Decimal;
}

/**
 * What is given back comes off the lines that charged it, the first of them first, so that each gives back no
 * more than it charged. What no invoice has charged yet is charged the less.
 */
export function spreadRefund(
  { charge, refund }: { charge: AdvanceCharge; refund: Refund | null },
  places: AddedPlaces,
): SpreadRefund {
  if (!refund) return { charge, lowered: [], offLines: null };
  const { content } = charge;
  const lines = takeOffLines(content, refund, places);
  const waiting = lines.filter(({ place, taken }) => place === null && taken.gt(0));
  const lowered = waiting.flatMap(({ added, left }) =>
    added ? [{ adjustmentId: added.adjustmentId, left }] : [],
  );
  const issued = lines.flatMap(({ place, ...line }) => (place ? [{ place, ...line }] : []));
  const { purpose, mode } = refund;
  const amount = waiting.reduce((rest, { taken }) => rest.minus(taken), refund.amount);
  const kept = issued.reduce((sum, { left }) => sum.plus(Decimal.max(ZERO, left)), ZERO);
  const isGiven = amount.gt(0) && issued.length > 0;
  return {
    charge: { ...charge, content: withLines(content, lines) },
    lowered,
    offLines: isGiven
      ? {
          lines: issued.map(({ place }) => place),
          ...{ amount: decimalText(amount), kept: decimalText(kept), purpose, mode },
        }
      : null,
  };
}

function takeOffLines(
  { billed, added = [] }: ChargeContent,
  refund: Refund,
  places: AddedPlaces,
): SpreadLine[] {
  const first = billed ? [{ place: placeOf(billed), added: null, left: billed.left }] : [];
  const later = added.map((line) => {
    return { place: places.get(line.adjustmentId) ?? null, added: line, left: line.left };
  });
  let rest = refund.amount;
  return [...first, ...later].map(({ place, added: line, left: text }) => {
    const left = decimal(text);
    const taken = Decimal.min(rest, Decimal.max(ZERO, left));
    rest = rest.minus(taken);
    return { place, added: line, taken, left: left.minus(taken) };
  });
}

function placeOf({ invoiceId, nth }: ChargedLine): ChargedLine {
  return { invoiceId, ...(nth === undefined ? {} : { nth }) };
}

/** A line that waits and has nothing left is charged by no invoice. */
function withLines(content: ChargeContent, lines: readonly SpreadLine[]): ChargeContent {
  const { billed } = content;
  const first = lines.find(({ added }) => added === null);
  const added = lines.flatMap(({ added: line, place, left }) => {
    return !line || (place === null && left.isZero()) ? [] : [{ ...line, left: decimalText(left) }];
  });
  return {
    ...content,
    ...(billed && first && { billed: { ...billed, left: decimalText(first.left) } }),
    added,
  };
}
