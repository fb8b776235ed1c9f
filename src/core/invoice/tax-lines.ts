import { decimal, decimalText, ZERO } from '../decimal.ts';
import { sumLine } from './amount-tree.ts';
import type { LineItem, TaxExplanation } from './document.ts';
import type { InvoiceInputs, TaxInput } from './inputs.ts';
import { roundingWords, roundLeaf } from './rounding-step.ts';

/** The taxes beside the net amount and the charges. */
export interface TaxLines {
  /** TOTAL_TAX_AMOUNT; null without taxes. */
  line: LineItem | null;
  explanations: TaxExplanation[];
}

/**
 * Taxes on the total without taxes: the net amount and the charges (`money-platform.md` 10.2). Every rate
 * applies to the same amount, and each tax is a leaf of its own, rounded once. Refunds are taxed like
 * charges: the tax on a negative amount is negative.
 */
export function computeTaxes(
  inputs: Pick<InvoiceInputs, 'currency' | 'roundingMode' | 'taxes'>,
  taxed: readonly LineItem[],
): TaxLines {
  const taxes = inputs.taxes ?? [];
  if (taxes.length === 0) return { line: null, explanations: [] };
  const { currency } = inputs;
  const taxable = decimalText(taxed.reduce((sum, { value }) => sum.plus(decimal(value)), ZERO));
  const explanations = taxes.map((tax) => explainTax(tax, taxable, inputs));
  const lines = taxes.map((tax, index): LineItem => {
    const { rounding } = explanations[index] as TaxExplanation;
    return {
      id: tax.name,
      description: `${tax.name} (${percentOf(tax)} %)`,
      type: 'TAX_AMOUNT',
      units: currency,
      value: rounding.rounded,
      metadata: { rate: tax.rate, taxable },
      lineItems: [],
    };
  });
  return { line: sumLine('TOTAL_TAX_AMOUNT', 'Taxes', { currency, lines }), explanations };
}

function explainTax(
  tax: TaxInput,
  taxable: string,
  inputs: Pick<InvoiceInputs, 'currency' | 'roundingMode'>,
): TaxExplanation {
  const { name, rate } = tax;
  const exact = decimal(taxable).times(decimal(rate));
  const rounding = roundLeaf(exact, inputs);
  return {
    lineId: name,
    cardName: name,
    type: 'TAX',
    quantity: '1',
    rate,
    taxable,
    rounding,
    steps: [
      `taxable: net amount and charges = ${taxable}`,
      `${percentOf(tax)} % of it: ${taxable} × ${rate} = ${decimalText(exact)}`,
      roundingWords(rounding, inputs.currency),
    ],
  };
}

function percentOf({ rate }: TaxInput): string {
  return decimalText(decimal(rate).times(100));
}
