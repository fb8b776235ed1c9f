import { type Decimal, decimal, decimalText } from '../decimal.ts';
import { type ChangeStep, findChanges, type LicenseChanges } from '../licenses/changes.ts';
import type { LineItem } from './document.ts';
import type { InvoiceInputs } from './inputs.ts';
import type { LicenseChangesExplanation } from './license-document.ts';
import type { LicenseChangesCardInput } from './license-inputs.ts';
import { readRateConfig } from './read-rate-config.ts';
import { exactWords, roundingWords, roundLeaf } from './rounding-step.ts';

/**
 * The additional cost of licences that were charged in advance, as one leaf on a later invoice in advance. A
 * lower cost produces no line: it is refunded as a credit, or not at all.
 */
export function computeLicenseChanges(
  card: LicenseChangesCardInput,
  inputs: InvoiceInputs,
): { line: LineItem; explanation: LicenseChangesExplanation } {
  if (inputs.timing !== 'IN_ADVANCE') throw new RangeError(`${card.name}: changes are of charges in advance`);
  const changes = compareLicenses(card);
  const rounding = roundLeaf(changes.more, inputs);
  const period = { start: card.charged[0]?.start ?? '', end: card.charged.at(-1)?.end ?? '' };
  const line: LineItem = {
    id: card.billableId,
    description: card.displayName,
    type: 'ADVANCED_LICENSE_RATE_CARD_AMOUNT',
    units: inputs.currency,
    value: rounding.rounded,
    metadata: { licenseType: card.licenseType, pricingModel: card.pricingModel, isChange: true },
    lineItems: [],
  };
  const explanation: LicenseChangesExplanation = {
    lineId: card.billableId,
    cardName: card.name,
    type: 'LICENSE_CHANGES',
    quantity: '1',
    pricingModel: card.pricingModel,
    period,
    changes: changes.steps.map((step) => explainStep(step, changes)),
    rounding,
    steps: [
      `licences charged in advance from ${period.start} to ${period.end}`,
      ...changes.steps.map((step) => stepWords(step, changes)),
      ...sumWords(card, changes),
      roundingWords(rounding, inputs.currency),
    ],
  };
  return { line, explanation };
}

/** The exact additional and refunded amounts. Throws `RangeError` on prices that are not decimals. */
export function compareLicenses(card: Omit<LicenseChangesCardInput, 'type'>): LicenseChanges {
  const { isProrated, nominalDays } = card;
  return findChanges(card, { config: readRateConfig(card), isProrated, nominalDays });
}

function explainStep(
  step: ChangeStep,
  changes: LicenseChanges,
): LicenseChangesExplanation['changes'][number] {
  const { start, charged, counted, chargedPrice, countedPrice, change, shares } = step;
  return {
    start,
    ...(charged ? { charged: decimalText(charged) } : {}),
    ...(counted ? { counted: decimalText(counted) } : {}),
    chargedPrice: decimalText(chargedPrice),
    countedPrice: decimalText(countedPrice),
    change: decimalText(change),
    share: shares.of === 1 ? '1' : `${shares.count} / ${shares.of}`,
    amount: decimalText(amountOf(step, changes)),
  };
}

/** `from 2030-01-11 15 instead of 10: 450 − 300 = 150; more by 150 × 20 / 30 = 100`. */
function stepWords(step: ChangeStep, changes: LicenseChanges): string {
  const { start, charged, counted, chargedPrice, countedPrice, change, shares } = step;
  const quantities = `${quantityWords(counted)} instead of ${quantityWords(charged)}`;
  const prices = [countedPrice, chargedPrice].map(decimalText).join(' − ');
  const difference = `${prices} = ${decimalText(countedPrice.minus(chargedPrice))}`;
  const way = change.isNegative() ? 'less' : 'more';
  const by = decimalText(change.abs());
  const amount = exactWords(amountOf(step, changes).abs());
  const product = shares.of === 1 ? amount : `${by} × ${shares.count} / ${shares.of} = ${amount}`;
  return `from ${start} ${quantities}: ${difference}; ${way} by ${product}`;
}

function sumWords(card: LicenseChangesCardInput, { steps, more, less, isBound }: LicenseChanges): string[] {
  const bounds = [card.minimumRate, card.maximumRate].filter((bound) => bound !== undefined);
  const bound = isBound ? `, within the bounds of the card, ${bounds.join(' and ')}` : '';
  const back = BACK[card.refundMode ?? 'NONE'];
  return [
    ...(steps.length > 1 || isBound ? [`more, together${bound}: ${exactWords(more)}`] : []),
    ...(less.isZero() ? [] : [`less, together${bound}: ${exactWords(less)}, ${back}`]),
  ];
}

const BACK = {
  NONE: 'not given back',
  CREDITS: 'given back as a credit',
  WALLET: 'given back to the wallet',
  PAYMENT: 'given back to who paid it',
} as const;

function amountOf({ total }: ChangeStep, { denominator }: LicenseChanges): Decimal {
  return total.div(decimal(denominator));
}

function quantityWords(quantity: Decimal | null): string {
  return quantity ? decimalText(quantity) : 'none';
}
