import type { RateCardOperation } from '../../../api/generated/request-types.ts';
import type { CardFields, CardType } from './card-fields.ts';
import { amountRow, newCard } from './card-fields.ts';
import { detailsOf } from './card-request.ts';
import type { TierRow } from './tier-rows.ts';

export const TEMPLATES = [
  ...([
    'EMPTY',
    'COPY',
    'FLAT',
    'GRADUATED',
    'TOKENS',
    'PACKAGES',
    'INCLUDED',
    'SEATS',
    'COMMITMENT',
  ] as const),
  'CREDITS',
] as const;
export type TemplateId = (typeof TEMPLATES)[number];

/** What a template asks for besides the terms of the plan. */
interface Needs {
  meter?: true;
  /** The type of the add-on. */
  addOn?: 'FIXED_FEE' | 'LICENSE' | 'CREDIT_GRANT';
}

export const NEEDS: Readonly<Record<TemplateId, Needs>> = {
  EMPTY: {},
  COPY: {},
  FLAT: { addOn: 'FIXED_FEE' },
  GRADUATED: { meter: true },
  TOKENS: { meter: true },
  PACKAGES: { meter: true },
  INCLUDED: { meter: true, addOn: 'FIXED_FEE' },
  SEATS: { addOn: 'LICENSE' },
  COMMITMENT: { meter: true },
  CREDITS: { meter: true, addOn: 'CREDIT_GRANT' },
};

interface Filled {
  planId: string;
  currencies: readonly string[];
  meterId: string;
  addOnId: string;
}

/** The cards of a template, in every currency of the plan at the same numbers, to be edited afterwards. */
export function operationsOf(template: TemplateId, filled: Filled): RateCardOperation[] {
  const usage = (tiers: readonly Tier[]) => card('USAGE', filled, { tiers, billableId: filled.meterId });
  const addOn = (type: CardType, more: More) => card(type, filled, { billableId: filled.addOnId, ...more });
  switch (template) {
    case 'EMPTY':
    case 'COPY':
      return [];
    case 'FLAT':
      return [addOn('FIXED_FEE', { rate: '49' })];
    case 'GRADUATED':
      return [usage(GRADUATED)];
    case 'TOKENS':
      return [usage([['0', '', 'PER_UNIT', '0.0000025']])];
    case 'PACKAGES':
      return [usage([['0', '', 'PACKAGE', '5', '1000']])];
    case 'INCLUDED':
      return [
        addOn('FIXED_FEE', { rate: '49' }),
        usage([
          ['0', '10000', 'PER_UNIT', '0'],
          ['10000', '', 'PER_UNIT', '0.005'],
        ]),
      ];
    case 'SEATS':
      return [addOn('LICENSE', { tiers: [['0', '', 'PER_UNIT', '15']] })];
    case 'COMMITMENT':
      return [
        usage(GRADUATED),
        card('MINIMUM_COMMITMENT', filled, { billableId: filled.planId, rate: '500' }),
      ];
    case 'CREDITS':
      return [
        addOn('CREDIT_GRANT', { tiers: [['0', '', 'FLAT', '0']], credits: '100' }),
        usage([['0', '', 'PER_UNIT', '0.01']]),
      ];
    default:
      return template satisfies never;
  }
}

/** From, to, price type, price, and the size of a package. */
type Tier = readonly [from: string, to: string, priceType: string, rate: string, size?: string];
type More = { tiers?: readonly Tier[]; rate?: string; credits?: string };

const GRADUATED: readonly Tier[] = [
  ['0', '1000', 'PER_UNIT', '0.01'],
  ['1000', '10000', 'PER_UNIT', '0.008'],
  ['10000', '', 'PER_UNIT', '0.005'],
];

function card(type: CardType, filled: Filled, more: More & { billableId: string }): RateCardOperation {
  const { currencies, planId } = filled;
  const { tiers = [], rate = '', credits = '', billableId } = more;
  const base = newCard(type, { id: planId, currencies });
  const fields: CardFields = {
    ...base,
    tiers: tiers.map((tier) => rowOf(tier, currencies)),
    amounts: currencies.map((currency) => amountRow(currency, { rate, credits })),
  };
  const rateCardDetails = detailsOf(type, fields, currencies);
  const invoiceTiming = base.timing as 'IN_ADVANCE' | 'IN_ARREARS';
  return { actionType: 'CREATE', rateCard: { type, billableId, invoiceTiming, rateCardDetails } };
}

function rowOf([from, to, priceType, rate, size = '']: Tier, currencies: readonly string[]): TierRow {
  const rates = Object.fromEntries(currencies.map((currency) => [`rate.${currency}`, rate]));
  return { from, to, priceType, packageSize: size, ...rates };
}
