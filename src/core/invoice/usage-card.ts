import { decimal, decimalText } from '../decimal.ts';
import { shownParts } from '../money.ts';
import { type RateResult, rate, type SlabStep } from '../rating/index.ts';
import { type AdjustmentStep, type LineItem, USAGE_UNITS, type UsageExplanation } from './document.ts';
import { explainUsage, type RatedCard, type ShownSlab } from './explain-usage.ts';
import type { InvoiceInputs, UsageCardInput } from './inputs.ts';
import { readRateConfig } from './read-rate-config.ts';

/**
 * A usage card is one leaf: the exact price of the quantity is rounded once, and the lines below show how it
 * came about, rounded so that they add up to the leaf. Zero usage keeps its line, because rules may read it.
 */
export function computeUsageCard(
  card: UsageCardInput,
  inputs: InvoiceInputs,
): { line: LineItem; usage: LineItem; explanation: UsageExplanation } {
  if (inputs.timing !== 'IN_ARREARS') throw new RangeError(`${card.name}: usage is billed in arrears only`);
  const rated = showParts(card, rate(decimal(card.quantity), readRateConfig(card)), inputs);
  const explanation = explainUsage(rated, inputs);
  const line: LineItem = {
    id: card.billableId,
    description: card.displayName,
    type: 'USAGE_RATE_CARD_AMOUNT',
    quantity: explanation.quantity,
    units: inputs.currency,
    value: explanation.rounding.rounded,
    metadata: {
      pricingModel: card.pricingModel,
      ...(rated.adjustment ? appliedFlag(rated.adjustment.applied) : {}),
    },
    lineItems: [
      ...rated.entered.map((step) => slabLine(step, card, inputs.currency)),
      ...(rated.adjustment ? [adjustmentLine(rated.adjustment, card, inputs.currency)] : []),
    ],
  };
  return { line, usage: usageLine(card, explanation.quantity), explanation };
}

/** The adjustment of the card takes part in the cumulative rounding as the last part. */
function showParts(card: UsageCardInput, result: RateResult, inputs: InvoiceInputs): RatedCard {
  const entered = result.slabs.filter((step) => !step.quantity.isZero());
  const change = result.amount.minus(result.amountBeforeClamp);
  const parts = [...entered.map((step) => step.amount), ...(result.clamp ? [change] : [])];
  const shown = shownParts(parts, inputs.currency, inputs.roundingMode).map(decimalText);
  return {
    card,
    result,
    entered: entered.map((step, index) => ({ ...step, shown: shown[index] ?? '0' })),
    adjustment: result.clamp && {
      applied: result.clamp.applied,
      bound: decimalText(result.clamp.bound),
      before: decimalText(result.amountBeforeClamp),
      after: decimalText(result.amount),
      adjustment: decimalText(change),
      shown: shown.at(-1) ?? '0',
    },
  };
}

function slabLine(step: ShownSlab, card: UsageCardInput, currency: string): LineItem {
  const { slab, price, clamp } = step;
  return {
    id: `${card.billableId}#${slab.order}`,
    description: `Slab ${slab.order}: ${reachWords(step)}`,
    type: 'USAGE_RATE_CARD_SLAB_AMOUNT',
    valuePerQuantity: decimalText(slab.rate),
    quantity: decimalText(step.quantity),
    units: currency,
    value: step.shown,
    metadata: {
      priceType: slab.priceType,
      ...(price.packages ? { packageQuantity: decimalText(price.packages) } : {}),
      ...(price.packages && slab.packageSize ? { packageSize: decimalText(slab.packageSize) } : {}),
      ...(clamp ? appliedFlag(clamp.applied) : {}),
    },
    lineItems: [],
  };
}

function adjustmentLine(step: AdjustmentStep, card: UsageCardInput, currency: string): LineItem {
  return {
    id: `${card.billableId}#adjustment`,
    description: `${step.applied === 'MINIMUM' ? 'Minimum' : 'Maximum'} of ${step.bound} applied`,
    type: 'RATE_CONFIG_ADJUSTMENT_AMOUNT',
    units: currency,
    value: step.shown,
    metadata: appliedFlag(step.applied),
    lineItems: [],
  };
}

function usageLine({ meter }: UsageCardInput, quantity: string): LineItem {
  return {
    id: meter.id,
    description: meter.name,
    type: 'USAGE_METER_USAGE',
    quantity,
    units: USAGE_UNITS,
    value: quantity,
    lineItems: [],
  };
}

function appliedFlag(applied: AdjustmentStep['applied']): Record<string, boolean> {
  return applied === 'MINIMUM' ? { minimumRateApplied: true } : { maximumRateApplied: true };
}

function reachWords({ from, to }: SlabStep): string {
  if (to) return from.isZero() ? `up to ${decimalText(to)}` : `${decimalText(from)} to ${decimalText(to)}`;
  return from.isZero() ? 'all units' : `over ${decimalText(from)}`;
}
