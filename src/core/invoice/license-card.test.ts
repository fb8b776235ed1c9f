import { describe, expect, it, test } from 'vitest';
import { canonicalJson } from '../canonical-json.ts';
import { decimal } from '../decimal.ts';
import { chargeWindows } from '../licenses/charge-windows.ts';
import { countedQuantities, namedQuantities } from '../licenses/quantities.ts';
import type { UsageCycle } from '../licenses/windows.ts';
import { nominalCycleAt } from '../period.ts';
import { startOfDay } from '../period-zone.ts';
import {
  checkInvoiceTree,
  computeInvoice,
  type InvoiceDocument,
  type InvoiceInputs,
  type LicenseCardInput,
  type LicenseExplanation,
  type LineItem,
  linesOf,
  type SlabInput,
} from './index.ts';

const date = Temporal.PlainDate.from;
const MONTHLY = { interval: 'MONTHLY', day: 1 } as const;

interface Terms {
  /** `0 FLAT 0 | 10 PER_UNIT 100; max 300` */
  prices: string;
  isProrated?: boolean;
  usageCycle?: UsageCycle;
  /** By the day they begin on: `10@04-01 15@04-11`; or names with their days: `anna@04-01..04-08`. */
  levels?: string;
  names?: string;
  days?: [start: string, end: string];
  chainStart?: string;
  timing?: 'IN_ARREARS' | 'IN_ADVANCE';
  currency?: string;
}

function readPrices(text: string): Pick<LicenseCardInput, 'slabs' | 'minimumRate' | 'maximumRate'> {
  const [slabs = '', bounds = ''] = text.split(';');
  const word = (name: string) => new RegExp(`${name} (\\S+)`).exec(bounds)?.[1];
  const [minimumRate, maximumRate] = [word('min'), word('max')];
  return {
    slabs: slabs.split('|').map((slab, index): SlabInput => {
      const [startAfter = '', type = '', rate = ''] = slab.trim().split(' ');
      const [priceType = '', packageSize] = type.split('/');
      return {
        ...{ order: index + 1, startAfter, priceType: priceType as SlabInput['priceType'], rate },
        ...(packageSize ? { packageSize } : {}),
      };
    }),
    ...(minimumRate ? { minimumRate } : {}),
    ...(maximumRate ? { maximumRate } : {}),
  };
}

function quantitiesOf({ levels, names }: Terms) {
  const at = (day: string) => startOfDay(date(`2030-${day}`), 'UTC');
  if (names !== undefined) {
    const spans = names
      .split(' ')
      .filter(Boolean)
      .map((text) => {
        const [name = '', days = ''] = text.split('@');
        const [from = '', until] = days.split('..');
        return { name, from: at(from), until: until ? at(until) : null };
      });
    return namedQuantities(spans, 'UTC');
  }
  const steps = (levels ?? '0@04-01').split(' ').map((text) => {
    const [quantity = '', day = ''] = text.split('@');
    return { at: at(day), quantity: decimal(quantity) };
  });
  return countedQuantities(steps, 'UTC');
}

function readInputs(terms: Terms): InvoiceInputs {
  const { days = ['2030-04-01', '2030-05-01'], isProrated = true, usageCycle, timing = 'IN_ARREARS' } = terms;
  const [start, end] = days.map((day) => date(day)) as [Temporal.PlainDate, Temporal.PlainDate];
  const nominal = nominalCycleAt(MONTHLY, start);
  const nominalDays = nominal.start.until(nominal.end).days;
  const cycle = { start, end, nominalStart: nominal.start, nominalEnd: nominal.end };
  const context = { cycle, resolved: MONTHLY, chainStart: date(terms.chainStart ?? days[0]) };
  const card: LicenseCardInput = {
    type: 'LICENSE',
    name: 'seats',
    billableId: 'addon.seats',
    displayName: 'Seats',
    licenseType: terms.names === undefined ? 'LICENSE' : 'NAMED_LICENSE',
    isProrated,
    ...(usageCycle ? { usageCycle } : {}),
    pricingModel: 'TIERED',
    ...readPrices(terms.prices),
    nominalDays,
    windows: chargeWindows({ isProrated, usageCycle: usageCycle ?? null }, context, quantitiesOf(terms)),
  };
  return {
    ...{ engine: 1, currency: terms.currency ?? 'USD', roundingMode: 'HALF_UP', timeZone: 'UTC', timing },
    cycle: {
      ...{ start: days[0], end: days[1], billedDays: start.until(end).days, nominalDays, ordinal: 0 },
      ...{ nominalStart: String(nominal.start), nominalEnd: String(nominal.end) },
    },
    pricePlan: { id: 'pp.1', name: 'Plan', version: 1, scheduleId: 'sch.1' },
    cards: [card],
  };
}

function compute(terms: Terms): InvoiceDocument {
  const inputs = readInputs(terms);
  const document = computeInvoice(inputs);
  expect(checkInvoiceTree(document)).toEqual([]);
  const stored: InvoiceInputs = JSON.parse(canonicalJson(inputs));
  expect(canonicalJson(computeInvoice(stored))).toBe(canonicalJson(document));
  return document;
}

function lineOf(document: InvoiceDocument): LineItem {
  const types = ['LICENSE_RATE_CARD_AMOUNT', 'ADVANCED_LICENSE_RATE_CARD_AMOUNT'] as const;
  return types.flatMap((type) => linesOf(document.revenueInfo, type))[0]!;
}

/** `quantity: value = children` with grandchildren in brackets. */
function show(line: LineItem): string {
  const below = line.lineItems.map((child) => {
    const slabs = child.lineItems.map(({ value }) => value).join(' + ');
    return slabs ? `${child.value} [${slabs}]` : child.value;
  });
  return `${line.quantity}: ${line.value} = ${below.join(' + ')}`;
}

const V5 = '0 FLAT 0 | 10 PER_UNIT 100';
const TEN_THEN_FIFTEEN = '10@04-01 15@04-11';

describe('prorated, of the 30 days of April', () => {
  test.each<[title: string, terms: Terms, shown: string]>([
    // V12 and the example of 12.2: (0 × 10 + 500 × 20) / 30 = 333.33…; (10 × 10 + 15 × 20) / 30 = 13.33…
    ['V12', { prices: V5, levels: TEN_THEN_FIFTEEN }, '13.333333333333333333: 333.33 = 0 + 333.33'],
    // 12.2, of the same history in arrears: (10 × 10 + 15 × 11 + 12 × 9) × 30 / 30
    [
      'V13 in arrears',
      { prices: '0 PER_UNIT 30', levels: '10@04-01 15@04-11 12@04-22' },
      '12.433333333333333333: 373 = 373',
    ],
    ['nobody', { prices: '0 PER_UNIT 30' }, '0: 0 = '],
    ['a day', { prices: '0 PER_UNIT 30', levels: '0@04-01 1@04-30' }, '0.033333333333333333: 1 = 1'],
    // 20 of 30 days: 7 × 31 × 20 / 30
    [
      'a stub',
      { prices: '0 PER_UNIT 31', levels: '7@04-01', days: ['2030-04-11', '2030-05-01'] },
      '4.666666666666666666: 144.67 = 144.67',
    ],
    // ceil(9 / 5) × 10 × 10 + ceil(11 / 5) × 10 × 20 = 20 × 10 + 30 × 20 = 800; / 30
    [
      'packages',
      { prices: '0 PACKAGE/5 10', levels: '9@04-01 11@04-11' },
      '10.333333333333333333: 26.67 = 26.67',
    ],
    // 1.005 × 1 + 1.005 × 1 = 2.01, shown as 1.01 and 1.00 (0.2)
    ['V8', { prices: '0 PER_UNIT 1.005 | 1 PER_UNIT 1.005', levels: '2@04-01' }, '2: 2.01 = 1.01 + 1'],
    [
      'yen',
      { prices: V5, levels: TEN_THEN_FIFTEEN, currency: 'JPY' },
      '13.333333333333333333: 333 = 0 + 333',
    ],
    [
      'names',
      { prices: '0 PER_UNIT 30', names: 'anna@04-01 ben@04-11..04-21 anna@04-15' },
      '1.333333333333333333: 40 = 40',
    ],
  ])('%s', (_title, terms, shown) => expect(show(lineOf(compute(terms)))).toBe(shown));

  test.each<[title: string, prices: string, days: [string, string], shown: string]>([
    // The bound of 30 days is that of the card, the bound of 20 days is 20 / 30 of it.
    ['a maximum', '0 PER_UNIT 30; max 200', ['2030-04-01', '2030-05-01'], '10: 200 = 300 + -100'],
    [
      'a maximum of a stub',
      '0 PER_UNIT 30; max 200',
      ['2030-04-11', '2030-05-01'],
      '6.666666666666666666: 133.33 = 200 + -66.67',
    ],
    ['a minimum', '0 PER_UNIT 30; min 301', ['2030-04-01', '2030-05-01'], '10: 301 = 300 + 1'],
    [
      'a minimum of a stub',
      '0 PER_UNIT 30; min 301',
      ['2030-04-11', '2030-05-01'],
      '6.666666666666666666: 200.67 = 200 + 0.67',
    ],
  ])('%s', (_title, prices, days, shown) =>
    expect(show(lineOf(compute({ prices, levels: '10@04-01', days })))).toBe(shown),
  );

  it('bounds hold for the sum and not for each day', () =>
    // (50 × 10 + 200 × 20) / 30 = 150; bounded each day it would be (50 × 10 + 160 × 20) / 30 = 123.33
    expect(show(lineOf(compute({ prices: '0 PER_UNIT 10; max 160', levels: '5@04-01 20@04-11' })))).toBe(
      '15: 150 = 150',
    ));

  it('shares that cannot be written are added before they are divided', () => {
    const document = compute({
      prices: '0 PER_UNIT 0.01 | 1 PER_UNIT 0.02',
      levels: '1@04-01 2@04-06 0@04-11',
    });
    // (0.01 × 10 + 0.02 × 5) / 30 = 0.00666…
    expect(document.explanations[0]?.rounding.exact).toMatch(/^0\.006666/);
    // 1 × 0.15 × 1 / 30 = 0.005: a tie, rounded away from zero
    const tie = compute({ prices: '0 PER_UNIT 0.05 | 1 PER_UNIT 0.1', levels: '2@04-01 0@04-02' });
    expect(tie.explanations[0]?.rounding.exact).toBe('0.005');
    expect(show(lineOf(tie))).toBe('0.066666666666666666: 0.01 = 0 + 0.01');
  });
});

describe('not prorated', () => {
  test.each<[title: string, terms: Omit<Terms, 'isProrated'>, shown: string]>([
    ['the peak of the cycle', { prices: V5, levels: '10@04-01 15@04-11 3@04-12' }, '15: 500 = 0 + 500'],
    ['names of the cycle', { prices: '0 PER_UNIT 1', names: 'anna@04-01..04-05 ben@04-20' }, '2: 2 = 2'],
    [
      'a stub costs the whole',
      { prices: '0 PER_UNIT 30', levels: '10@04-01', days: ['2030-04-11', '2030-05-01'] },
      '10: 300 = 300',
    ],
    [
      'a minimum is whole',
      { prices: '0 PER_UNIT 30; min 301', levels: '10@04-01', days: ['2030-04-11', '2030-05-01'] },
      '10: 301 = 300 + 1',
    ],
    // An edit on the 11th, of the same plan: the days before have paid for 10.
    [
      'an edit charges no second time',
      {
        prices: '0 PER_UNIT 30',
        levels: '10@04-01',
        days: ['2030-04-11', '2030-05-01'],
        chainStart: '2030-03-01',
      },
      '10: 0 = 0',
    ],
    [
      'only for what is above the peak before',
      {
        prices: V5,
        levels: '12@04-01 11@04-05 15@04-20',
        days: ['2030-04-11', '2030-05-01'],
        chainStart: '2030-03-01',
      },
      '15: 300 = 0 + 300',
    ],
    [
      'names of the days before are paid',
      {
        prices: '0 PER_UNIT 1',
        names: 'anna@04-01..04-05 ben@04-05..04-20 cy@04-12',
        days: ['2030-04-11', '2030-05-01'],
        chainStart: '2030-03-01',
      },
      '3: 1 = 1',
    ],
    // The minimum is due once in the cycle: max(330, 301) − max(300, 301)
    [
      'a minimum is paid once',
      {
        prices: '0 PER_UNIT 30; min 301',
        levels: '10@04-01 11@04-12',
        days: ['2030-04-11', '2030-05-01'],
        chainStart: '2030-03-01',
      },
      '11: 29 = 30 + -1',
    ],
  ])('%s', (_title, terms, shown) =>
    expect(show(lineOf(compute({ ...terms, isProrated: false })))).toBe(shown),
  );
});

describe('usage cycles', () => {
  const anna = { prices: '0 PER_UNIT 1', names: 'anna@01-01', usageCycle: 'WEEKLY' } as const;
  const february: [string, string] = ['2030-02-01', '2030-03-01'];

  test.each<[title: string, terms: Terms, shown: string]>([
    ['V14, 28 days', { ...anna, isProrated: false, days: february }, '1: 4 = 1 [1] + 1 [1] + 1 [1] + 1 [1]'],
    ['V14, 30 days', { ...anna, isProrated: false }, '1: 5 = 1 [1] + 1 [1] + 1 [1] + 1 [1] + 1 [1]'],
    ['V14, 30 days prorated', anna, '1: 4.29 = 1 [1] + 1 [1] + 1 [1] + 1 [1] + 0.29 [0.29]'], // 4 + 2 / 7
    [
      'each window has its peak',
      { prices: '0 PER_UNIT 1', levels: '3@04-01 5@04-10 2@04-11', usageCycle: 'WEEKLY', isProrated: false },
      '5: 14 = 3 [3] + 5 [5] + 2 [2] + 2 [2] + 2 [2]',
    ],
    [
      'tiers begin anew in each window',
      {
        prices: '0 FLAT 0 | 1 PER_UNIT 10',
        levels: '2@04-01',
        usageCycle: 'WEEKLY',
        isProrated: false,
        days: february,
      },
      '2: 40 = 10 [0 + 10] + 10 [0 + 10] + 10 [0 + 10] + 10 [0 + 10]',
    ],
    [
      'the bound is that of the sum',
      { ...anna, prices: '0 PER_UNIT 1; max 2.5', isProrated: false, days: february },
      '1: 2.5 = 1 [1] + 1 [1] + 1 [1] + 1 [1] + -1.5',
    ],
    // The window of the 8th is cut by an edit on the 11th; its first days have paid for it.
    [
      'an edit inside a window',
      { ...anna, isProrated: false, days: ['2030-04-11', '2030-05-01'], chainStart: '2030-01-01' },
      '1: 3 = 0 [0] + 1 [1] + 1 [1] + 1 [1]',
    ],
    // 4 / 7 + 1 + 1 + 2 / 7 = 2.857…
    [
      'an edit, prorated',
      { ...anna, days: ['2030-04-11', '2030-05-01'], chainStart: '2030-01-01' },
      '0.666666666666666666: 2.86 = 0.57 [0.57] + 1 [1] + 1 [1] + 0.29 [0.29]',
    ],
  ])('%s', (_title, terms, shown) => expect(show(lineOf(compute(terms)))).toBe(shown));
});

describe('the document', () => {
  it('says by days and slabs how the amount came about', () => {
    const document = compute({ prices: V5, levels: TEN_THEN_FIFTEEN });
    const [explanation] = document.explanations as [LicenseExplanation];
    expect(explanation.steps).toEqual([
      'licences from 2030-04-01 to 2030-05-01: each day costs one of 30 of the price of its quantity',
      'price of 10: first 10 units at a flat 0 = 0',
      'price of 15: first 10 units at a flat 0 = 0; next 5 units × 100 = 500; together 500',
      '10 for 10 of 30 days from 2030-04-01: 0 × 10 / 30 = 0',
      '15 for 20 of 30 days from 2030-04-11: 500 × 20 / 30 = 333.333333333333…',
      'together: 0 + 333.333333333333… = 333.333333333333…',
      'charged: 333.333333333333… rounded half away from zero to 2 digits = 333.33 USD',
    ]);
    expect(explanation).toMatchObject({
      quantity: '13.333333333333333333',
      period: { start: '2030-04-01', end: '2030-05-01' },
    });
    expect(explanation.windows).toHaveLength(1);
    expect(explanation.windows[0]?.runs[1]).toEqual({
      start: '2030-04-11',
      days: 20,
      quantity: '15',
      price: '500',
    });
  });

  it('names usage cycles and what days before have paid for', () => {
    const terms = {
      prices: '0 PER_UNIT 2',
      levels: '3@04-01 4@04-12',
      usageCycle: 'WEEKLY',
      isProrated: false,
    } as const;
    const [explanation] = compute({
      ...terms,
      days: ['2030-04-11', '2030-04-21'],
      chainStart: '2030-04-01',
    }).explanations;
    expect(explanation?.steps).toEqual([
      'licences from 2030-04-11 to 2030-04-21: 4 at most in a usage cycle, each priced on its own',
      'price of 3: first 3 units × 2 = 6',
      'price of 4: first 4 units × 2 = 8',
      'usage cycle 1, 2030-04-11 to 2030-04-14: 3 are charged with the days before: 8 − 6 = 2',
      'usage cycle 2, 2030-04-15 to 2030-04-20: 4 for 8',
      'together: 2 + 8 = 10',
      'charged: 10 USD',
    ]);
  });

  it('has lines for usage cycles, their slabs and the bound', () => {
    const line = lineOf(compute({ prices: '0 PER_UNIT 3; max 10', levels: '1@04-01', usageCycle: 'WEEKLY' }));
    // 4 × 3 + 3 × 2 / 7 = 12.857… → 10
    expect(line).toMatchObject({ id: 'addon.seats', type: 'LICENSE_RATE_CARD_AMOUNT', value: '10' });
    expect(line.metadata).toEqual({
      licenseType: 'LICENSE',
      pricingModel: 'TIERED',
      maximumRateApplied: true,
    });
    expect(line.lineItems.map(({ id, type, description }) => `${id} ${type} ${description}`)).toEqual([
      'addon.seats#2030-04-01 USAGE_CYCLE_AMOUNT Usage cycle 1: 2030-04-01 to 2030-04-07',
      'addon.seats#2030-04-08 USAGE_CYCLE_AMOUNT Usage cycle 2: 2030-04-08 to 2030-04-14',
      'addon.seats#2030-04-15 USAGE_CYCLE_AMOUNT Usage cycle 3: 2030-04-15 to 2030-04-21',
      'addon.seats#2030-04-22 USAGE_CYCLE_AMOUNT Usage cycle 4: 2030-04-22 to 2030-04-28',
      'addon.seats#2030-04-29 USAGE_CYCLE_AMOUNT Usage cycle 5: 2030-04-29 to 2030-04-30',
      'addon.seats#adjustment RATE_CONFIG_ADJUSTMENT_AMOUNT Maximum of 10 applied',
    ]);
    expect(line.lineItems[4]?.lineItems[0]).toMatchObject({
      ...{
        id: 'addon.seats#2030-04-29#1',
        type: 'LICENSE_RATE_CARD_SLAB_AMOUNT',
        description: 'Slab 1: all units',
      },
      ...{ valuePerQuantity: '3', quantity: '0.285714285714285714', value: '0.86' },
    });
  });

  it('in advance is of its own type', () => {
    const line = lineOf(compute({ prices: '0 PER_UNIT 30', levels: '10@04-01', timing: 'IN_ADVANCE' }));
    expect(line).toMatchObject({
      type: 'ADVANCED_LICENSE_RATE_CARD_AMOUNT',
      valuePerQuantity: '30',
      quantity: '10',
      value: '300',
    });
  });
});
