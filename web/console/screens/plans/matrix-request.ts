import type { BulkRateCardOperationsRequest } from '../../../api/generated/request-types.ts';
import type { PricePlanV2 } from '../../../api/generated/types.ts';
import { editRow } from '../../../ui/form-rows.ts';
import { detailsOf } from './card-request.ts';
import type { MatrixCell } from './price-matrix.ts';
import { fieldsOf } from './stored-card.ts';

interface Typed {
  /** New prices by the name of their card. */
  typed: Readonly<Record<string, string>>;
  currency: string;
  plan: Pick<PricePlanV2, 'id' | 'supportedCurrencies'>;
}

/** One update for each card with another price in the currency; everything else of the card stays. */
export function matrixOperations(
  cells: readonly MatrixCell[],
  { typed, currency, plan }: Typed,
): BulkRateCardOperationsRequest['operations'] {
  const terms = { id: plan.id, currencies: plan.supportedCurrencies };
  return cells.map(({ card }) => {
    const fields = fieldsOf(card, terms);
    const tiers = editRow(fields.tiers, 0, { [`rate.${currency}`]: typed[card.name] ?? '' });
    const { billableId, type, displayName, tag, invoiceTiming } = card;
    return {
      actionType: 'UPDATE' as const,
      rateCardName: card.name,
      rateCard: {
        ...{ billableId, type, displayName, invoiceTiming },
        ...(tag && { tag }),
        rateCardDetails: detailsOf(type, { ...fields, tiers }, plan.supportedCurrencies),
      },
    };
  });
}
