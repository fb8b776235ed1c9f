import { expect } from 'vitest';
import { currencyDigits } from '#core/currency.ts';
import { type Decimal, decimal, decimalText } from '#core/decimal.ts';
import {
  type CardInput,
  checkInvoiceTree,
  computeInvoice,
  type FixedFeeCardInput,
  type InvoiceDocument,
  type InvoiceInputs,
  type LicenseWindowInput,
  linesOf,
  type PricedBase,
  type SlabInput,
} from '#core/invoice/index.ts';
import { compareLicenses } from '#core/invoice/license-changes-card.ts';
import { readRateConfig } from '#core/invoice/read-rate-config.ts';
import { chargeWindows } from '#core/licenses/charge-windows.ts';
import { countedQuantities, frozenFrom, namedQuantities } from '#core/licenses/quantities.ts';
import { roundMoney } from '#core/money.ts';
import { billedCycleAt, daysBetween, nextBilledCycle, nominalCycleAt } from '#core/period.ts';
import { startOfDay } from '#core/period-zone.ts';
import { prorate } from '#core/proration.ts';
import { eventRevenue } from '#core/rating/event-revenue.ts';
import { rate } from '#core/rating/index.ts';
import { type FeeTerms, feeCharge } from '#core/rating/recurrence.ts';

/** The words in which vectors about prices are written. What they mean is computed by the core alone. */
const date = Temporal.PlainDate.from;
const MONTHLY = { interval: 'MONTHLY', day: 1 } as const;

/** `358.02`: with the digits of the currency. */
export function money(amount: string, currency = 'USD'): string {
  return decimal(amount).toFixed(currencyDigits(currency));
}

/** `TIERED: 0 PER_UNIT 10 max 10 | 2 PACKAGE/10 20`: start, price type and rate of each slab. */
export function readPrices(text: string): Pick<PricedBase, 'pricingModel' | 'slabs'> {
  const [model = '', slabs = ''] = text.split(': ');
  return {
    pricingModel: model as PricedBase['pricingModel'],
    slabs: slabs.split(' | ').map((slab, index): SlabInput => {
      const [startAfter = '', type = '', rate = '', bound, limit = ''] = slab.split(' ');
      const [priceType = '', packageSize] = type.split('/');
      return {
        ...{ order: index + 1, startAfter, priceType: priceType as SlabInput['priceType'], rate },
        ...(packageSize && { packageSize }),
        ...(bound === 'max' && { maximumRate: limit }),
      };
    }),
  };
}

/** A document in arrears of May, which has 31 days; every sum of it is checked. */
export function compute(cards: CardInput[], more: Partial<InvoiceInputs> = {}): InvoiceDocument {
  const document = computeInvoice({
    ...{ engine: 1, currency: 'USD', roundingMode: 'HALF_UP', timeZone: 'UTC', timing: 'IN_ARREARS' },
    cycle: {
      ...{ start: '2030-05-01', end: '2030-06-01', nominalStart: '2030-05-01', nominalEnd: '2030-06-01' },
      ...{ billedDays: 31, nominalDays: 31, ordinal: 0 },
    },
    pricePlan: { id: 'pp.1', name: 'Plan', version: 1, scheduleId: 'sch.1' },
    cards,
    ...more,
  });
  expect(checkInvoiceTree(document)).toEqual([]);
  return document;
}

export function usageCard(prices: string, quantity: string): CardInput {
  const meter = { id: 'um.calls', name: 'calls', aggregation: 'SUM' };
  const named = { name: 'calls', billableId: meter.id, displayName: 'Calls' };
  return { type: 'USAGE', ...named, meter, quantity, eventCount: 1, ...readPrices(prices) };
}

/** What quantities cost, apart by ` / `, in their order: to the cent, without trailing zeros. */
export function costs(prices: string, quantities: string): string {
  const amounts = quantities.split(' / ').map((each) => compute([usageCard(prices, each)]).totalAmount);
  return amounts.join(' / ');
}

export function charged(prices: string, quantity: string, currency = 'USD'): string {
  return money(compute([usageCard(prices, quantity)], { currency }).totalAmount, currency);
}

/** `card 2.01, shown 1.01 + 1.00`: a card, and its slabs as they are printed below it. */
export function shown(prices: string, quantity: string): string {
  const { revenueInfo } = compute([usageCard(prices, quantity)]);
  const values = (type: 'USAGE_RATE_CARD_AMOUNT' | 'USAGE_RATE_CARD_SLAB_AMOUNT') =>
    linesOf(revenueInfo, type).map(({ value }) => money(value));
  const slabs = values('USAGE_RATE_CARD_SLAB_AMOUNT').join(' + ');
  return `card ${values('USAGE_RATE_CARD_AMOUNT')}, shown ${slabs}`;
}

export function feeCard(rate: string, more: Partial<FixedFeeCardInput> = {}): FixedFeeCardInput {
  return {
    ...{ type: 'FIXED_FEE', name: 'fee', billableId: 'addon.fee', displayName: 'Fee', rate },
    ...{ feeType: 'RECURRING', isProrated: false, billedDays: 31, nominalDays: 31 },
    recurrence: { interval: 1, offset: 0 },
    ...more,
  };
}

interface FeeWords {
  rate: string;
  /** Of the schedule: the first day, and the one after the last; by months from the 1st. */
  days: [start: string, end: string];
  /** Where the chain began, if earlier. */
  chainStart?: string;
  everyMonths?: number;
}

/** What a prorated fee in arrears charges to a schedule, cycle by cycle, as `10.00 + 42.00`. */
export function prorated({ rate, days, chainStart = days[0], everyMonths = 1 }: FeeWords): string {
  const schedule = { start: date(days[0]), end: date(days[1]) };
  const recurrence = { interval: everyMonths, offset: 0 };
  const terms = {
    feeType: 'RECURRING',
    timing: 'IN_ARREARS',
    recurrence,
    isProrated: true,
  } satisfies FeeTerms;
  const amounts: string[] = [];
  for (let cycle = billedCycleAt(MONTHLY, schedule, schedule.start); cycle; ) {
    const charge = feeCharge(terms, { resolved: MONTHLY, chainStart: date(chainStart), schedule, cycle });
    if (charge) {
      const { billedDays, nominalDays } = charge;
      const card = feeCard(rate, { isProrated: true, billedDays, nominalDays, recurrence });
      amounts.push(money(compute([card]).totalAmount));
    }
    cycle = nextBilledCycle(MONTHLY, schedule, cycle);
  }
  return amounts.join(' + ');
}

interface SeatWords {
  prices: string;
  /** Counted: `10@04-01 15@04-11`, from these days on. */
  levels?: string;
  /** Named: `anna@04-01`. */
  names?: string;
  /** Of the cycle. */
  month: string;
  isProrated?: boolean;
  isWeekly?: boolean;
}

/** License windows of a month, as they turned out or as they were known on its first day. */
function windowsOf(words: SeatWords, isFrozen = false): LicenseWindowInput[] {
  const { levels = '', names, month, isProrated = true, isWeekly = false } = words;
  const cycle = nominalCycleAt(MONTHLY, date(`2030-${month}-01`));
  const read = (text: string) =>
    text.split(' ').map((each) => {
      const [what = '', day] = each.split('@');
      return {
        what,
        at: startOfDay(date(`2030-${day}`), 'UTC').add({ hours: day?.endsWith('-01') ? 0 : 9 }),
      };
    });
  const quantities = names
    ? namedQuantities(
        read(names).map(({ what, at }) => ({ name: what, from: at, until: null })),
        'UTC',
      )
    : countedQuantities(
        read(levels).map(({ what, at }) => ({ quantity: decimal(what), at })),
        'UTC',
      );
  return chargeWindows(
    { isProrated, usageCycle: isWeekly ? 'WEEKLY' : null },
    {
      cycle: { ...cycle, nominalStart: cycle.start, nominalEnd: cycle.end },
      ...{ resolved: MONTHLY, chainStart: cycle.start },
    },
    isFrozen ? frozenFrom(quantities, cycle.start) : quantities,
  );
}

function seats(words: SeatWords) {
  const { prices, names, month, isProrated = true, isWeekly } = words;
  return {
    ...{ name: 'seats', billableId: 'addon.seats', displayName: 'Seats', isProrated },
    licenseType: names ? ('NAMED_LICENSE' as const) : ('LICENSE' as const),
    ...(isWeekly && { usageCycle: 'WEEKLY' as const }),
    nominalDays: daysBetween(nominalCycleAt(MONTHLY, date(`2030-${month}-01`))),
    ...readPrices(prices),
  };
}

/** What licences cost at the end of their month. */
export function seatsInArrears(words: SeatWords): string {
  return money(compute([{ ...seats(words), type: 'LICENSE', windows: windowsOf(words) }]).totalAmount);
}

/** `300.00 + 100.00 − 27.00`: the charge on the first day, what came on top, what is given back. */
export function seatsInAdvance(words: SeatWords): string {
  const [known, counted] = [windowsOf(words, true), windowsOf(words)];
  const timing = 'IN_ADVANCE';
  const first = compute([{ ...seats(words), type: 'LICENSE', windows: known }], { timing });
  const card = { ...seats(words), type: 'LICENSE_CHANGES', charged: known, counted } as const;
  const more = compute([card], { timing }).totalAmount;
  const less = decimalText(roundMoney(compareLicenses(card).less, 'USD'));
  return `${money(first.totalAmount)} + ${money(more)} − ${money(less)}`;
}

/** What the cards of a month lack to a commitment of which so many of 31 days are billed. */
export function trueUp(amount: string, billedDays: number, subTotal: string): string {
  const commitment = { name: 'minimum', displayName: 'Minimum', amount, billedDays, nominalDays: 31 };
  const { revenueInfo } = compute([feeCard(subTotal)], { commitment });
  return linesOf(revenueInfo, 'TRUE_UP_AMOUNT')[0]?.value ?? '0';
}

const FEATURE = { name: 'talk', billableId: 'feature.talk', displayName: 'Talk time' };
const BLOCK = {
  period: { start: '2030-05-01', end: '2030-06-01' },
  recurrence: { interval: 1, offset: 0 },
};

export function overage(prices: string, quantity: string): string {
  const card = {
    type: 'ENTITLEMENT_OVERAGE',
    ...FEATURE,
    quantity,
    ...readPrices(prices),
    ...BLOCK,
  } as const;
  return money(compute([card]).totalAmount);
}

/** `granted 120, price 120.00`. */
export function entitlement(prices: string, featureCreditLimit: string, quantity: string): string {
  const featureConfigs = [{ effectiveFrom: 'PT0S', effectiveUntil: 'P1M', featureCreditLimit }];
  const terms = { ...FEATURE, featureConfigs, quantity, ...readPrices(prices), ...BLOCK };
  const { revenueInfo } = compute([{ type: 'BILLING_ENTITLEMENT', ...terms }]);
  const [line] = linesOf(revenueInfo, 'BILLING_ENTITLEMENT_RATE_CARD_AMOUNT');
  return `granted ${line?.quantity}, price ${money(line?.value ?? '')}`;
}

/** What a pricing rule leaves of the usage when so many units a day are free: `675 units, 67.50`. */
export function withAllowance(prices: string, quantity: string, perDay: number): string {
  const read = (name: string) => ({ var: name });
  const days = { 'duration.between': [read('invoice.start_date'), read('invoice.end_date')] };
  const target = 'usage.urc.um.calls';
  const computation = { max: [{ '-': [read(target), { '*': [days, perDay] }] }, 0] };
  const rule = {
    ...{ id: 'rule.1', version: 1, name: 'Allowance', order: 1, computation: JSON.stringify(computation) },
    action: { type: 'UPDATE', target },
  } as const;
  const { revenueInfo } = compute([usageCard(prices, quantity)], { rules: [rule] });
  const [line] = linesOf(revenueInfo, 'USAGE_RATE_CARD_AMOUNT');
  return `${line?.quantity} units, ${money(line?.value ?? '')}`;
}

/** What an event earns that lifts the usage. */
export function earned(prices: string, before: string, after: string): string {
  const config = readRateConfig(readPrices(prices));
  const priceOf = (quantity: Decimal) => rate(quantity, config).amount;
  return decimalText(eventRevenue(priceOf, { before: decimal(before), after: decimal(after) }));
}

/** What is given back of a charge in advance when some of its days are not used. */
export function unused(amount: string, days: number, of: number): string {
  return money(decimalText(roundMoney(prorate(decimal(amount), days, of), 'USD')));
}
