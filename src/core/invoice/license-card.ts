import { Decimal, decimal, decimalText, MAX_FRACTION_DIGITS } from '../decimal.ts';
import { boundWindows, countBilled, type PricedWindows, priceWindows } from '../licenses/price-windows.ts';
import { shownSums } from '../money.ts';
import { prorate } from '../proration.ts';
import type { AdjustmentStep, LineItem } from './document.ts';
import { explainLicense } from './explain-license.ts';
import type { InvoiceInputs } from './inputs.ts';
import type { LicenseExplanation } from './license-document.ts';
import type { LicenseCardInput } from './license-inputs.ts';
import { licenseLines } from './license-lines.ts';
import { appliedFlag } from './rated-card.ts';
import { readRateConfig } from './read-rate-config.ts';

/** A license card with its exact amounts, and the rounded parts that add up to the leaf. */
export interface RatedLicense {
  priced: PricedWindows;
  /** The amount within the bounds of the card. */
  exact: Decimal;
  /** Per window, in slab order. */
  shownSlabs: Decimal[][];
  adjustment: AdjustmentStep | null;
}

/**
 * A license card is one leaf: the prices of its windows or of its days are summed exactly and rounded once.
 * The lines below show windows and slabs, rounded so that they add up to the leaf.
 */
export function computeLicenseCard(
  card: LicenseCardInput,
  inputs: InvoiceInputs,
): { line: LineItem; explanation: LicenseExplanation } {
  const rated = rateLicense(card, inputs);
  const quantity = shownQuantity(card);
  const explanation = explainLicense(card, { rated, quantity, inputs });
  const isInAdvance = inputs.timing === 'IN_ADVANCE';
  const line: LineItem = {
    id: card.billableId,
    description: card.displayName,
    type: isInAdvance ? 'ADVANCED_LICENSE_RATE_CARD_AMOUNT' : 'LICENSE_RATE_CARD_AMOUNT',
    ...unitPrice(card, rated),
    quantity,
    units: inputs.currency,
    value: explanation.rounding.rounded,
    metadata: {
      licenseType: card.licenseType,
      pricingModel: card.pricingModel,
      ...(rated.adjustment ? appliedFlag(rated.adjustment.applied) : {}),
    },
    lineItems: licenseLines(card, rated, inputs.currency),
  };
  return { line, explanation };
}

export function rateLicense(
  card: Omit<LicenseCardInput, 'type'>,
  { currency, roundingMode }: Pick<InvoiceInputs, 'currency' | 'roundingMode'>,
): RatedLicense {
  const prices = { config: readRateConfig(card), isProrated: card.isProrated, nominalDays: card.nominalDays };
  const priced = priceWindows(card.windows, prices);
  const { denominator, gross, paid } = priced;
  const before = gross.minus(paid ?? decimal(0));
  const { total, applied } = boundWindows(priced, prices);
  let sum = decimal(0);
  const sums = priced.windows.flatMap(({ slabs }) =>
    slabs.map(({ amount }) => {
      sum = sum.plus(amount);
      return sum.div(denominator);
    }),
  );
  const exact = total.div(denominator);
  const shown = shownSums(applied ? [...sums, exact] : sums, currency, roundingMode);
  let index = 0;
  const shownSlabs = priced.windows.map(({ slabs }) => slabs.map(() => shown[index++] ?? decimal(0)));
  return {
    priced,
    exact,
    shownSlabs,
    adjustment: applied && {
      applied,
      bound: boundOf(card, applied),
      before: decimalText(before.div(denominator)),
      after: decimalText(exact),
      adjustment: decimalText(total.minus(before).div(denominator)),
      shown: decimalText(shown.at(-1) ?? decimal(0)),
    },
  };
}

/** The bound for the billed days. */
function boundOf(
  { minimumRate, maximumRate, isProrated, nominalDays, windows }: Omit<LicenseCardInput, 'type'>,
  applied: AdjustmentStep['applied'],
): string {
  const bound = decimal((applied === 'MINIMUM' ? minimumRate : maximumRate) ?? '0');
  return decimalText(isProrated ? prorate(bound, countBilled(windows), nominalDays) : bound);
}

/**
 * With proration, the average over the days of the whole cycle, truncated for display; without it, the
 * greatest quantity of any window.
 */
function shownQuantity({ isProrated, nominalDays, windows }: LicenseCardInput): string {
  const runs = windows.flatMap((window) => window.runs);
  if (!isProrated) return decimalText(Decimal.max(0, ...runs.map(({ quantity }) => decimal(quantity))));
  const days = runs.map(({ days, quantity }) => decimal(quantity).times(decimal(days)));
  const sum = days.reduce((total, each) => total.plus(each), decimal(0));
  return decimalText(sum.div(decimal(nominalDays)).toDecimalPlaces(MAX_FRACTION_DIGITS, Decimal.ROUND_DOWN));
}

/** Present only when quantity times price is the amount. */
function unitPrice(card: LicenseCardInput, { adjustment }: RatedLicense): Pick<LineItem, 'valuePerQuantity'> {
  const [slab, ...more] = card.slabs;
  const isPlain =
    slab?.priceType === 'PER_UNIT' && more.length === 0 && !slab.minimumRate && !slab.maximumRate;
  const isWhole = card.usageCycle === undefined && card.windows.every((window) => !window.paidQuantity);
  if (!slab || !isPlain || !isWhole || adjustment) return {};
  return { valuePerQuantity: decimalText(decimal(slab.rate)) };
}
