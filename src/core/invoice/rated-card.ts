import { type Decimal, decimalText } from '../decimal.ts';
import { shownParts } from '../money.ts';
import { type PricingModel, type RateResult, rate, type SlabStep } from '../rating/index.ts';
import type { AdjustmentStep, LineItem, LineType } from './document.ts';
import type { InvoiceInputs } from './inputs.ts';
import { type RateConfigTexts, readRateConfig } from './read-rate-config.ts';

/** An entered slab and its share of the leaf. */
export type ShownSlab = SlabStep & { shown: string };

/** The exact price of a card's quantity, and the rounded parts that add up to it. */
export interface RatedCard {
  pricingModel: PricingModel;
  result: RateResult;
  entered: ShownSlab[];
  adjustment: AdjustmentStep | null;
}

/** The adjustment of the card is the last part of the cumulative rounding. */
export function rateCard(prices: RateConfigTexts, quantity: Decimal, inputs: InvoiceInputs): RatedCard {
  const result = rate(quantity, readRateConfig(prices));
  const entered = result.slabs.filter((step) => !step.quantity.isZero());
  const change = result.amount.minus(result.amountBeforeClamp);
  const parts = [...entered.map((step) => step.amount), ...(result.clamp ? [change] : [])];
  const shown = shownParts(parts, inputs.currency, inputs.roundingMode).map(decimalText);
  return {
    pricingModel: prices.pricingModel,
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

/** The lines below a card: its slabs, and the effect of the card's bound. */
export function slabLines(
  { entered, adjustment }: RatedCard,
  card: { billableId: string; slabType: LineType; currency: string },
): LineItem[] {
  return [
    ...entered.map((step) => slabLine(step, card)),
    ...(adjustment ? [adjustmentLine(adjustment, card)] : []),
  ];
}

/** The rating details for the metadata of the card's line. */
export function ratedFlags({ pricingModel, adjustment }: RatedCard): NonNullable<LineItem['metadata']> {
  return { pricingModel, ...(adjustment ? appliedFlag(adjustment.applied) : {}) };
}

function slabLine(
  step: ShownSlab,
  { billableId, slabType, currency }: { billableId: string; slabType: LineType; currency: string },
): LineItem {
  const { slab, price, clamp } = step;
  return {
    id: `${billableId}#${slab.order}`,
    description:
      slab.priceType === 'DYNAMIC' ? 'Price carried by events' : `Slab ${slab.order}: ${reachWords(step)}`,
    type: slabType,
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

export function adjustmentLine(
  step: AdjustmentStep,
  { billableId, currency }: { billableId: string; currency: string },
): LineItem {
  return {
    id: `${billableId}#adjustment`,
    description: `${step.applied === 'MINIMUM' ? 'Minimum' : 'Maximum'} of ${step.bound} applied`,
    type: 'RATE_CONFIG_ADJUSTMENT_AMOUNT',
    units: currency,
    value: step.shown,
    metadata: appliedFlag(step.applied),
    lineItems: [],
  };
}

export function appliedFlag(applied: AdjustmentStep['applied']): Record<string, boolean> {
  return applied === 'MINIMUM' ? { minimumRateApplied: true } : { maximumRateApplied: true };
}

export function reachWords({ from, to }: SlabStep): string {
  if (to) return from.isZero() ? `up to ${decimalText(to)}` : `${decimalText(from)} to ${decimalText(to)}`;
  return from.isZero() ? 'all units' : `over ${decimalText(from)}`;
}
