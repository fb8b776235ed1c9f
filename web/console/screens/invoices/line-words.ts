import type { InvoiceLineItem } from '../../../api/generated/types.ts';
import { formatQuantity } from '../../../format/money.ts';
import type texts from '../../../messages/en/invoices.json';

type Line = Pick<InvoiceLineItem, 'type' | 'description'>;
export type SayLine = (key: keyof typeof texts & `line.${string}`, values?: Record<string, string>) => string;

/** Lines that the computation names itself, by what it calls them. */
const NAMED = {
  'Grand total': 'line.grandTotal',
  Total: 'line.total',
  'Charges of the group': 'line.ofGroup',
  'Gross amount': 'line.gross',
  'Net amount': 'line.net',
  Subtotal: 'line.subtotal',
  Credits: 'line.credits',
  Taxes: 'line.taxes',
  'Fees in advance': 'line.advance',
  'Miscellaneous charges': 'line.charges',
  'Pricing rules': 'line.rules',
  'Before pricing rules': 'line.beforeRules',
} as const;

/** Other types have names that the organization has given. */
const OWN: ReadonlySet<InvoiceLineItem['type']> = new Set<InvoiceLineItem['type']>([
  ...(['GRAND_TOTAL_AMOUNT', 'TOTAL_AMOUNT', 'GROSS_AMOUNT', 'NET_AMOUNT', 'SUB_TOTAL_AMOUNT'] as const),
  ...(['TOTAL_CREDITS', 'TOTAL_TAX_AMOUNT', 'TOTAL_ADVANCED_FEES', 'TOTAL_MISCELLANEOUS_CHARGES'] as const),
  ...(['TOTAL_PRICING_RULE_ADDITION_AMOUNT', 'PROXY_AMOUNT'] as const),
]);

const TIERS: ReadonlySet<InvoiceLineItem['type']> = new Set<InvoiceLineItem['type']>([
  ...(['USAGE_RATE_CARD_SLAB_AMOUNT', 'LICENSE_RATE_CARD_SLAB_AMOUNT'] as const),
  'ENTITLEMENT_OVERAGE_RATE_CARD_SLAB_AMOUNT',
]);
const TIER = /^Tier (\d+): (?:(all units)|up to ([\d.]+)|over ([\d.]+)|([\d.]+) to ([\d.]+))$/;

/**
 * The description of a line. What the computation names, in English, is said in the language of the reader,
 * and quantities are written as the console writes them; names of the organization stay as they are.
 */
export function lineText({ type, description }: Line, say: SayLine): string {
  const key = NAMED[description as keyof typeof NAMED];
  if (key !== undefined && OWN.has(type)) return say(key);
  return (TIERS.has(type) && tierText(description, say)) || description;
}

function tierText(description: string, say: SayLine): string | null {
  const [, tier = '', isAll, upTo, over, from = '', to = ''] = TIER.exec(description) ?? [];
  if (tier === '') return null;
  if (isAll) return say('line.tierAll', { tier });
  if (upTo !== undefined) return say('line.tierUpTo', { tier, to: formatQuantity(upTo) });
  if (over !== undefined) return say('line.tierOver', { tier, from: formatQuantity(over) });
  return say('line.tierBetween', { tier, from: formatQuantity(from), to: formatQuantity(to) });
}
