import {
  type CreditGrantRate,
  type RateCardRow,
  readCreditGrant,
  readEntitlement,
  readFixedFee,
} from '#areas/price-plans/index.ts';
import { type Decimal, decimal, decimalText } from '#core/decimal.ts';
import type { CardInput, PeriodInput } from '#core/invoice/index.ts';
import { daysBetween } from '#core/period.ts';
import { creditTooLarge } from './problems.ts';
import type { CreditExpiry, Sale } from './sale.ts';

/** A purchased card. */
export interface BoughtCard {
  card: RateCardRow;
  /** Null: once. */
  quantity: Decimal | null;
  /** The days of the purchase: of a block, or its own day. */
  period: PeriodInput;
  /** Whether the days are a block of a schedule, with which credits may end. */
  isBlock: boolean;
}

/** The limit of the column of credits. */
const CREDIT_LIMIT = decimal(`1${'0'.repeat(34)}`);

/**
 * Sells cards in a currency and returns the sale with its price. Throws `RangeError` if a card has no price
 * in it, and raises `creditTooLarge`.
 */
export function sellCards(bought: readonly BoughtCard[], currency: string): Sale {
  const sold = bought.map((each) => sellCard(each, currency));
  return {
    cards: sold.map(({ input }) => input),
    features: sold.flatMap(({ feature }) => feature ?? []),
    credits: sold.flatMap(({ credit }) => credit ?? []),
  };
}

interface SoldCard {
  input: CardInput;
  feature?: Sale['features'][number];
  credit?: Sale['credits'][number];
}

function sellCard(bought: BoughtCard, currency: string): SoldCard {
  switch (bought.card.type) {
    case 'FIXED_FEE':
      return { input: sellFee(bought, currency) };
    case 'BILLING_ENTITLEMENT':
      return sellEntitlement(bought, currency);
    case 'CREDIT_GRANT':
      return sellCredit(bought, currency);
    default:
      throw new RangeError(`rate card ${bought.card.name} of type ${bought.card.type} cannot be bought`);
  }
}

function sellFee({ card, quantity, period }: BoughtCard, currency: string): CardInput {
  const { timing: _, refundMode: __, ...fee } = readFixedFee(card, currency);
  const start = Temporal.PlainDate.from(period.start);
  const days = daysBetween({ start, end: Temporal.PlainDate.from(period.end) });
  return {
    type: 'FIXED_FEE',
    ...nameCard(card),
    ...fee,
    ...timesOf(quantity),
    ...{ billedDays: days, nominalDays: days },
  };
}

/** The limit of a window is multiplied by the quantity (`metering-pricing.md` 11.2). */
function sellEntitlement({ card, quantity, period }: BoughtCard, currency: string): SoldCard {
  const { timing: _, ...rate } = readEntitlement(card, currency);
  const times = decimal(rate.quantity).times(quantity ?? 1);
  const windows = rate.featureConfigs.map(({ effectiveFrom, effectiveUntil, featureCreditLimit }) => ({
    from: effectiveFrom,
    until: effectiveUntil,
    limit: decimalText(decimal(featureCreditLimit).times(times)),
  }));
  const named = { type: 'BILLING_ENTITLEMENT' as const, ...nameCard(card) };
  return {
    input: { ...named, ...rate, quantity: decimalText(times), period },
    feature: { featureId: card.billableId, windows },
  };
}

function sellCredit(bought: BoughtCard, currency: string): SoldCard {
  const { card, quantity, period } = bought;
  const rate = readCreditGrant(card, currency);
  const { timing: _, priority, expiryType: _t, expiryDuration: _d, applicableEntityIds, ...price } = rate;
  const amount = decimal(rate.creditAmount).times(quantity ?? 1);
  if (amount.gte(CREDIT_LIMIT)) throw creditTooLarge({ card: card.name });
  const { name, billableId, displayName: purpose } = nameCard(card);
  const granted = { name, billableId, purpose, amount: decimalText(amount), priority, applicableEntityIds };
  return {
    input: { type: 'CREDIT_GRANT', ...nameCard(card), ...price, ...timesOf(quantity), period },
    credit: { ...granted, expiry: readExpiry(rate, bought) },
  };
}

function readExpiry(
  { expiryType, expiryDuration }: CreditGrantRate,
  { isBlock, period }: BoughtCard,
): CreditExpiry {
  switch (expiryType) {
    case 'NO_EXPIRY':
      return { type: 'NEVER' };
    case 'CUSTOM':
      return { type: 'DURATION', duration: expiryDuration ?? 'P0D' };
    case 'PRICING_CYCLE': {
      const lastDay = Temporal.PlainDate.from(period.end).subtract({ days: 1 });
      return isBlock ? { type: 'DAY', day: lastDay.toString() } : { type: 'CYCLE' };
    }
    default:
      return expiryType satisfies never;
  }
}

function timesOf(quantity: Decimal | null) {
  return quantity === null || quantity.eq(1) ? {} : { quantity: decimalText(quantity) };
}

function nameCard({ name, billableId, displayName, tag }: RateCardRow) {
  return { name, billableId, displayName, ...(tag ? { tag } : {}) };
}
