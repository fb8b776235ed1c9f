import type { RateCard } from '../../../api/generated/types.ts';
import type { FormRow } from '../../../ui/form-rows.ts';
import { firstTier, type TierRow } from './tier-rows.ts';

export type CardType = RateCard['type'];
export const CARD_TYPES: readonly CardType[] = [
  ...(['USAGE', 'FIXED_FEE', 'LICENSE', 'CREDIT_GRANT', 'BILLING_ENTITLEMENT'] as const),
  ...(['ENTITLEMENT_OVERAGE', 'MINIMUM_COMMITMENT'] as const),
];

/** One currency of a card: the flat `rate`, the granted `credits`, and the bounds of the whole amount. */
export type AmountRow = FormRow;

/** A rate card of any type as a form: the fields that its type does not have stay as they are. */
export type CardFields = {
  name: string;
  billableId: string;
  displayName: string;
  tag: string;
  timing: string;
  model: string;
  tiers: readonly TierRow[];
  amounts: readonly AmountRow[];
  maximumQuantity: string;
  priceMeterId: string;
  isProrated: boolean;
  refundMode: string;
  recurrence: string;
  interval: string;
  offset: string;
  licenseType: string;
  usageCycle: string;
  windows: readonly FormRow[];
  priority: string;
  expiryType: string;
  expiryDuration: string;
  applicableIds: string;
  includesAdvanceFees: boolean;
};

/** Types whose price depends on a quantity. */
export function hasTiers(type: CardType): boolean {
  return type !== 'FIXED_FEE' && type !== 'MINIMUM_COMMITMENT';
}

/** When each type may be invoiced, its default first. */
export const TIMINGS: Readonly<Record<CardType, readonly RateCard['invoiceTiming'][]>> = {
  USAGE: ['IN_ARREARS'],
  FIXED_FEE: ['IN_ADVANCE', 'IN_ARREARS'],
  LICENSE: ['IN_ADVANCE', 'IN_ARREARS'],
  BILLING_ENTITLEMENT: ['IN_ADVANCE', 'IN_ARREARS', 'PREPAID'],
  ENTITLEMENT_OVERAGE: ['IN_ARREARS'],
  CREDIT_GRANT: ['IN_ADVANCE', 'IN_ARREARS', 'PREPAID'],
  MINIMUM_COMMITMENT: ['IN_ARREARS'],
};

export const NEW_WINDOW = { from: 'PT0S', until: 'P1M', limit: '' };

/** A new card. A commitment bills its plan. */
export function newCard(type: CardType, plan: { id: string; currencies: readonly string[] }): CardFields {
  return {
    ...{ name: '', displayName: '', tag: '', timing: TIMINGS[type][0] ?? 'IN_ARREARS' },
    billableId: type === 'MINIMUM_COMMITMENT' ? plan.id : '',
    ...{ model: 'TIERED', tiers: [firstTier()], maximumQuantity: '', priceMeterId: '' },
    amounts: plan.currencies.map((currency) => amountRow(currency)),
    ...{ isProrated: true, refundMode: '', recurrence: '', interval: '1', offset: '0' },
    ...{ licenseType: '', usageCycle: '', windows: [NEW_WINDOW] },
    ...{ priority: '1', expiryType: 'PRICING_CYCLE', expiryDuration: '', applicableIds: '' },
    includesAdvanceFees: false,
  };
}

export function amountRow(currency: string, more: Partial<AmountRow> = {}): AmountRow {
  return { currency, rate: '', credits: '', minimum: '', maximum: '', ...(more as AmountRow) };
}
