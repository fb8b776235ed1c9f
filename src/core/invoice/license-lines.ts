import { Decimal, decimal, decimalText, MAX_FRACTION_DIGITS } from '../decimal.ts';
import type { PricedWindow, SlabShare } from '../licenses/price-windows.ts';
import type { LineItem } from './document.ts';
import type { RatedLicense } from './license-card.ts';
import type { LicenseCardInput, LicenseWindowInput } from './license-inputs.ts';
import { adjustmentLine, reachWords } from './rated-card.ts';
import { exactWords } from './rounding-step.ts';

/** The lines below the card: its usage cycles if it has any, their slabs, and the effect of its bound. */
export function licenseLines(card: LicenseCardInput, rated: RatedLicense, currency: string): LineItem[] {
  const { priced, shownSlabs, adjustment } = rated;
  const { billableId, usageCycle } = card;
  const windows = priced.windows.map((window, index) => {
    const base = { prefix: usageCycle ? `${billableId}#${window.input.start}` : billableId, currency };
    const shown = shownSlabs[index] ?? [];
    const slabs = window.slabs.map((share, order) =>
      slabLine(share, { ...base, shown: shown[order] ?? decimal(0), denominator: priced.denominator }),
    );
    return usageCycle ? [windowLine(window, { id: base.prefix, currency, index, slabs })] : slabs;
  });
  if (!adjustment) return windows.flat();
  const readable = { ...adjustment, bound: exactWords(decimal(adjustment.bound)) };
  return [...windows.flat(), adjustmentLine(readable, { billableId, currency })];
}

function windowLine(
  { input }: PricedWindow,
  window: { id: string; currency: string; index: number; slabs: LineItem[] },
): LineItem {
  const { id, currency, index, slabs } = window;
  return {
    id,
    description: `Usage cycle ${index + 1}: ${daysText(input)}`,
    type: 'USAGE_CYCLE_AMOUNT',
    units: currency,
    value: decimalText(slabs.reduce((sum, { value }) => sum.plus(decimal(value)), decimal(0))),
    lineItems: slabs,
  };
}

function slabLine(
  { step, quantity, amount }: SlabShare,
  base: { prefix: string; currency: string; shown: Decimal; denominator: Decimal },
): LineItem {
  const { slab } = step;
  const { prefix, currency, shown, denominator } = base;
  const isPerUnit = slab.priceType === 'PER_UNIT' && amount.eq(quantity.times(slab.rate));
  return {
    id: `${prefix}#${slab.order}`,
    description: `Slab ${slab.order}: ${reachWords(step)}`,
    type: 'LICENSE_RATE_CARD_SLAB_AMOUNT',
    ...(isPerUnit ? { valuePerQuantity: decimalText(slab.rate) } : {}),
    quantity: decimalText(quantity.div(denominator).toDecimalPlaces(MAX_FRACTION_DIGITS, Decimal.ROUND_DOWN)),
    units: currency,
    value: decimalText(shown),
    metadata: { priceType: slab.priceType },
    lineItems: [],
  };
}

/** First and last day, as in the printed layout. */
export function daysText({ start, end }: Pick<LicenseWindowInput, 'start' | 'end'>): string {
  const last = Temporal.PlainDate.from(end).subtract({ days: 1 }).toString();
  return last === start ? start : `${start} to ${last}`;
}
