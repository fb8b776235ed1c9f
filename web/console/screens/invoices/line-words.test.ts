import { expect, it } from 'vitest';
import german from '../../../messages/de/invoices.json' with { type: 'json' };
import english from '../../../messages/en/invoices.json' with { type: 'json' };
import { fill } from '../../../messages/fill.ts';
import { lineText, type SayLine } from './line-words.ts';

const sayIn =
  (texts: Record<string, string>): SayLine =>
  (key, values) =>
    fill(texts[key] ?? '', values);

it.each([
  ['NET_AMOUNT', 'Net amount', 'Net amount', 'Nettobetrag'],
  ['SUB_TOTAL_AMOUNT', 'Subtotal', 'Subtotal', 'Zwischensumme'],
  ['TOTAL_TAX_AMOUNT', 'Taxes', 'Taxes', 'Steuern'],
  // The name of a plan, and not that of a sum.
  ['PRICE_PLAN_AMOUNT', 'Taxes', 'Taxes', 'Taxes'],
  ['USAGE_RATE_CARD_SLAB_AMOUNT', 'Tier 1: all units', 'Tier 1: all units', 'Stufe 1: alle Einheiten'],
  [
    ...(['USAGE_RATE_CARD_SLAB_AMOUNT', 'Tier 1: up to 20000000'] as const),
    ...(['Tier 1: up to 20,000,000', 'Stufe 1: bis 20,000,000'] as const),
  ],
  [
    ...(['LICENSE_RATE_CARD_SLAB_AMOUNT', 'Tier 2: 1000 to 2500.5'] as const),
    ...(['Tier 2: 1,000 to 2,500.5', 'Stufe 2: 1,000 bis 2,500.5'] as const),
  ],
  [
    ...(['ENTITLEMENT_OVERAGE_RATE_CARD_SLAB_AMOUNT', 'Tier 3: over 2500'] as const),
    ...(['Tier 3: over 2,500', 'Stufe 3: über 2,500'] as const),
  ],
  ['MISCELLANEOUS_CHARGE', 'Tier 1: all units', 'Tier 1: all units', 'Tier 1: all units'],
] as const)('%s %s', (type, description, ...expected) => {
  const line = { type, description };
  expect([lineText(line, sayIn(english)), lineText(line, sayIn(german))]).toEqual(expected);
});
