import { decimal } from '../decimal.ts';
import type { InvoiceDocument } from './document.ts';
import { chargeLineId, type ExtraRevenue, readExtraRevenue } from './extra-revenue.ts';
import type { CorrectionInput, InvoiceInputs } from './inputs.ts';
import { linesOf } from './lines-of.ts';
import { isAdjustmentInputs, isCompositeInputs, type StoredInputs } from './stored-inputs.ts';

/**
 * Revenue of an invoice whose lines were typed, by what they say was sold, with those of its charges that
 * count; and what a credit note takes off the revenue of the invoice that it is of.
 */
export function readManualRevenue(inputs: StoredInputs, document: InvoiceDocument): ExtraRevenue[] {
  if (isCompositeInputs(inputs)) return [];
  if (isAdjustmentInputs(inputs)) return readCredited(inputs.before, inputs.after);
  const typed = linesOf(document.revenueInfo, 'CUSTOM_AMOUNT').map(({ value, metadata }) => {
    const soldId = metadata?.billableId;
    return { billableId: soldId === undefined ? null : String(soldId), amount: decimal(value) };
  });
  return [...typed, ...readExtraRevenue(inputs, document)];
}

function readCredited(before: InvoiceInputs, after: InvoiceInputs): ExtraRevenue[] {
  const known = before.corrections?.length ?? 0;
  const counted = new Set(
    (before.charges ?? []).filter(({ considerForRevenue }) => considerForRevenue).map(chargeLineId),
  );
  return (after.corrections ?? []).slice(known).flatMap(({ of, lineId, amount }) => {
    if (of === 'CHARGES' && !counted.has(lineId ?? '')) return [];
    const billableId = of === 'CHARGES' ? null : soldBy(before, lineId);
    return [{ billableId, amount: decimal(amount).negated() }];
  });
}

/** A typed line says what was sold; that of a card has the id of it. */
function soldBy({ cards }: InvoiceInputs, lineId: CorrectionInput['lineId']): string | null {
  const card = cards.find(({ billableId }) => billableId === lineId);
  if (!card) return null;
  return card.type === 'CUSTOM' ? (card.soldId ?? null) : card.billableId;
}
