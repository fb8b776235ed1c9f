import { decimal } from '../decimal.ts';
import type { InvoiceDocument } from './document.ts';
import { chargeLineId, type ExtraRevenue, readExtraRevenue } from './extra-revenue.ts';
import type { CorrectionInput, InvoiceInputs } from './inputs.ts';
import { linesOf } from './lines-of.ts';
import { isAdjustmentInputs, isCompositeInputs, type StoredInputs } from './stored-inputs.ts';

/**
 * Revenue of a manual invoice by sold billable, with charges that count as revenue; and the reduction of
 * revenue by a credit note.
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

/** A manual line states what was sold; the line of a card has the billable's id. */
function soldBy({ cards }: InvoiceInputs, lineId: CorrectionInput['lineId']): string | null {
  const card = cards.find(({ billableId }) => billableId === lineId);
  if (!card) return null;
  return card.type === 'CUSTOM' ? (card.soldId ?? null) : card.billableId;
}
