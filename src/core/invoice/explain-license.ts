import { type Decimal, decimal, decimalText } from '../decimal.ts';
import { addUp, type PricedRun, type PricedWindow, type PricedWindows } from '../licenses/price-windows.ts';
import { explainSlab, type PricingModel, type RateResult } from '../rating/index.ts';
import { explainStep } from './explain-slabs.ts';
import type { InvoiceInputs } from './inputs.ts';
import type { RatedLicense } from './license-card.ts';
import type { LicenseExplanation, QuantityPrice, WindowStep } from './license-document.ts';
import type { LicenseCardInput } from './license-inputs.ts';
import { daysText } from './license-lines.ts';
import { exactWords, roundingWords, roundLeaf } from './rounding-step.ts';

/**
 * Prices of the quantities, then the days that each counts for, then the bound of the card and the rounding.
 */
export function explainLicense(
  card: LicenseCardInput,
  computed: { rated: RatedLicense; quantity: string; inputs: InvoiceInputs },
): LicenseExplanation {
  const { rated, quantity, inputs } = computed;
  const { priced, adjustment } = rated;
  const rounding = roundLeaf(rated.exact, inputs);
  const [first, last] = [card.windows[0], card.windows.at(-1)];
  const period = { start: first?.start ?? inputs.cycle.start, end: last?.end ?? inputs.cycle.start };
  const results = listPrices(priced);
  return {
    lineId: card.billableId,
    cardName: card.name,
    type: 'LICENSE',
    quantity,
    pricingModel: card.pricingModel,
    period,
    prices: [...results].map(([text, result]) => explainPrice(text, result)),
    windows: priced.windows.map((window, index) => explainWindow(window, { rated, index })),
    ...(adjustment ? { adjustment } : {}),
    rounding,
    steps: [
      `licences from ${period.start} to ${period.end}: ${quantityWords(card, quantity)}`,
      ...[...results].map(([text, result]) => priceWords(text, result, card.pricingModel)),
      ...windowWords(card, priced),
      ...adjustmentWords(card, rated),
      roundingWords(rounding, inputs.currency),
    ],
  };
}

/** The distinct quantities of the card, in the order of their days. */
function listPrices({ windows }: PricedWindows): Map<string, RateResult> {
  return new Map(
    windows.flatMap(({ input, runs, paid }) => [
      ...(paid ? [[input.paidQuantity ?? '0', paid] as const] : []),
      ...runs.map(({ quantity, result }) => [decimalText(quantity), result] as const),
    ]),
  );
}

function explainPrice(quantity: string, { amount, slabs }: RateResult): QuantityPrice {
  const walk = slabs.map((step) => {
    const { shown: _, ...explained } = explainStep(step, []);
    return explained;
  });
  return { quantity, amount: decimalText(amount), slabs: walk };
}

/** `price of 15: first 10 units at a flat 0 = 0; next 5 units × 100 = 500; together 500`. */
function priceWords(quantity: string, { amount, slabs }: RateResult, model: PricingModel): string {
  const entered = slabs.filter((step) => !step.quantity.isZero());
  if (entered.length === 0) return `price of ${quantity}: ${decimalText(amount)}, no slab is entered`;
  const words = entered.map((step) => explainSlab(step, model));
  const sum = entered.length > 1 ? [`together ${decimalText(amount)}`] : [];
  return `price of ${quantity}: ${[...words, ...sum].join('; ')}`;
}

function explainWindow(
  { input, runs, paid, total }: PricedWindow,
  { rated, index }: { rated: RatedLicense; index: number },
): WindowStep {
  const shown = (rated.shownSlabs[index] ?? []).reduce((sum, part) => sum.plus(part), decimal(0));
  return {
    start: input.start,
    end: input.end,
    nominalDays: input.nominalDays,
    runs: runs.map(({ start, days, quantity, result }) => {
      return { start, days, quantity: decimalText(quantity), price: decimalText(result.amount) };
    }),
    ...(paid ? { paid: { quantity: input.paidQuantity ?? '0', price: decimalText(paid.amount) } } : {}),
    exact: decimalText(total.div(rated.priced.denominator)),
    shown: decimalText(shown),
  };
}

function quantityWords(
  { isProrated, licenseType, nominalDays, usageCycle }: LicenseCardInput,
  quantity: string,
) {
  const share = usageCycle ? 'of its usage cycle' : `of ${nominalDays}`;
  if (isProrated) return `each day costs one ${share} of the price of its quantity`;
  const counted = licenseType === 'LICENSE' ? `${quantity} at most` : `${quantity} names`;
  return usageCycle ? `${counted} in a usage cycle, each priced on its own` : counted;
}

/** The days of each window; a sum if there are several terms. */
function windowWords(card: LicenseCardInput, priced: PricedWindows): string[] {
  const each = priced.windows.flatMap((window, index) => {
    const name = card.usageCycle ? `usage cycle ${index + 1}, ${daysText(window.input)}: ` : '';
    if (card.isProrated) return window.runs.map((run) => `${name}${runWords(run, window.input.nominalDays)}`);
    return wholeWords(window, name);
  });
  const terms = card.isProrated
    ? priced.windows.flatMap(({ runs }) => runs.map(({ result, shares }) => result.amount.times(shares)))
    : priced.windows.map(({ total }) => total);
  if (terms.length < 2) return each;
  const exact = (value: Decimal) => exactWords(value.div(priced.denominator));
  return [...each, `together: ${terms.map(exact).join(' + ')} = ${exact(addUp(terms))}`];
}

/** `15 for 20 of 30 days from 2030-01-11: 500 × 20 / 30 = 333.333333333333…` */
function runWords({ start, days, quantity, result }: PricedRun, nominalDays: number): string {
  const price = decimalText(result.amount);
  const amount = exactWords(result.amount.times(days).div(nominalDays));
  const ofDays = `${decimalText(quantity)} for ${days} of ${nominalDays} days from ${start}`;
  return `${ofDays}: ${price} × ${days} / ${nominalDays} = ${amount}`;
}

function wholeWords({ input, runs, paid, total }: PricedWindow, name: string): string[] {
  const [run] = runs;
  if (!run) return [];
  const price = decimalText(run.result.amount);
  if (!paid) return name === '' ? [] : [`${name}${decimalText(run.quantity)} for ${price}`];
  const before = `${input.paidQuantity} are charged with the days before`;
  return [`${name}${before}: ${price} − ${decimalText(paid.amount)} = ${decimalText(total)}`];
}

function adjustmentWords(card: LicenseCardInput, { adjustment, priced }: RatedLicense): string[] {
  if (!adjustment) return [];
  const isMinimum = adjustment.applied === 'MINIMUM';
  const bound = exactWords(decimal(adjustment.bound));
  const whole = (isMinimum ? card.minimumRate : card.maximumRate) ?? '0';
  const isCut = card.isProrated && priced.billedDays !== card.nominalDays;
  const share = isCut ? `${whole} × ${priced.billedDays} / ${card.nominalDays} = ${bound}` : bound;
  const kept = priced.paid ? ', also for what is charged with the days before' : '';
  const [before, after] = [adjustment.before, adjustment.after].map((text) => exactWords(decimal(text)));
  return [`card ${isMinimum ? 'minimum' : 'maximum'} of ${share} applied${kept}: ${before} becomes ${after}`];
}
