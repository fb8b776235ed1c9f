import { describe, expect, it, test } from 'vitest';
import { decimal, decimalText } from '../decimal.ts';
import { settledWindows } from '../licenses/changes.ts';
import { chargeWindows } from '../licenses/charge-windows.ts';
import { countedQuantities, frozenFrom } from '../licenses/quantities.ts';
import type { UsageCycle } from '../licenses/windows.ts';
import { startOfDay } from '../period-zone.ts';
import {
  checkInvoiceTree,
  computeInvoice,
  type InvoiceInputs,
  type LicenseChangesCardInput,
  type LicenseChangesExplanation,
  type LicenseWindowInput,
  linesOf,
  type SlabInput,
} from './index.ts';
import { compareLicenses } from './license-changes-card.ts';

const date = (day: string) => Temporal.PlainDate.from(`2030-${day}`);
const APRIL = { nominalStart: date('04-01'), nominalEnd: date('05-01') };

interface Terms {
  slabs: string[];
  isProrated?: boolean;
  usageCycle?: UsageCycle;
  refundMode?: 'CREDITS';
  minimumRate?: string;
  maximumRate?: string;
}

/** Each `startAfter rate`, per unit. */
function slabsOf(texts: string[]): SlabInput[] {
  return texts.map((text, index) => {
    const [startAfter = '', rate = ''] = text.split(' ');
    return { order: index + 1, startAfter, priceType: 'PER_UNIT', rate };
  });
}

/** `10@04-01 15@04-11T12` from the 1st, or from another day, to the end of April or before. */
function windowsOf(
  levels: string,
  { isProrated = true, usageCycle }: Terms,
  { start = '04-01', end = '05-01', isFrozen = false } = {},
): LicenseWindowInput[] {
  const steps = levels.split(' ').map((text) => {
    const [quantity = '', day = ''] = text.split('@');
    const [on = '', hour] = day.split('T');
    const at = startOfDay(date(on), 'UTC').add({ hours: Number(hour ?? 0) });
    return { at, quantity: decimal(quantity) };
  });
  const quantities = countedQuantities(steps, 'UTC');
  const cycle = { ...APRIL, start: date(start), end: date(end) };
  return chargeWindows(
    { isProrated, usageCycle: usageCycle ?? null },
    { cycle, resolved: { interval: 'MONTHLY', day: 1 }, chainStart: cycle.start },
    isFrozen ? frozenFrom(quantities, cycle.start) : quantities,
  );
}

function cardOf(
  terms: Terms,
  windows: { charged: LicenseWindowInput[]; counted: LicenseWindowInput[] },
): LicenseChangesCardInput {
  const { slabs, isProrated = true, ...rest } = terms;
  return {
    ...{ type: 'LICENSE_CHANGES', name: 'seats', billableId: 'addon.seats', displayName: 'Seats: changes' },
    ...{ licenseType: 'LICENSE', isProrated, pricingModel: 'TIERED', nominalDays: 30 },
    ...rest,
    slabs: slabsOf(slabs),
    ...windows,
  };
}

function inputsOf(card: LicenseChangesCardInput): InvoiceInputs {
  return {
    ...{ engine: 1, currency: 'USD', roundingMode: 'HALF_UP', timeZone: 'UTC', timing: 'IN_ADVANCE' },
    cycle: {
      ...{ start: '2030-05-01', end: '2030-06-01', nominalStart: '2030-05-01', nominalEnd: '2030-06-01' },
      ...{ billedDays: 31, nominalDays: 31, ordinal: 1 },
    },
    pricePlan: { id: 'pp.1', name: 'Plan', version: 1, scheduleId: 'sch.1' },
    cards: [card],
  };
}

/** `100 − 27`: what is charged, and what less it is. */
function show(card: LicenseChangesCardInput): string {
  const { more, less } = compareLicenses(card);
  const document = computeInvoice(inputsOf(card));
  expect(checkInvoiceTree(document)).toEqual([]);
  const [line] = linesOf(document.revenueInfo, 'ADVANCED_LICENSE_RATE_CARD_AMOUNT');
  expect(line?.value).toBe(decimalText(more.toDecimalPlaces(2)));
  return `${line?.value} − ${decimalText(less.toDecimalPlaces(2))}`;
}

const THIRTY: Terms = { slabs: ['0 30'] };
const TIERS: Terms = { slabs: ['0 0', '10 100'] };
const V13 = '10@04-01 15@04-11T09 12@04-21T09';

describe('of what was charged on 1 April', () => {
  test.each<
    [title: string, terms: Terms, levels: string, cut: { start?: string; end?: string }, shown: string]
  >([
    // 5 × 30 × 20 / 30 and 3 × 30 × 9 / 30: what is removed on the 21st counts from the 22nd
    ['V13', THIRTY, V13, {}, '100 − 27'],
    ['nothing changed', THIRTY, '10@04-01', {}, '0 − 0'],
    // 0.5 × 30 × 1 / 30
    ['half a seat on the last day', THIRTY, '10@04-01 10.5@04-30T23', {}, '0.5 − 0'],
    // A day of five more: 5 × 30 × 20 / 30 from it on, and 5 × 30 × 19 / 30 less from the next
    ['up and down on a day', THIRTY, '10@04-01 15@04-11T09 10@04-11T10', {}, '100 − 95'],
    ['down and up on a day', THIRTY, '10@04-01 5@04-11T09 10@04-11T10', {}, '0 − 0'],
    // Steps are priced whole: (500 − 0) × 20 / 30
    ['into a tier', TIERS, '10@04-01 15@04-11T09', {}, '333.33 − 0'],
    // The first 10 are free: 3 of the tier less for 9 days
    ['within a tier', TIERS, '15@04-01 12@04-21T09', {}, '0 − 90'],
    // 14 days are not used: 300 × 14 / 30
    ['the schedule ends', THIRTY, '10@04-01', { end: '04-17' }, '0 − 140'],
    // + 5 × 30 × 20 / 30 on the 11th, then 450 × 14 / 30 less from the 17th
    ['more, and then it ends', THIRTY, '10@04-01 15@04-11T09', { end: '04-17' }, '100 − 210'],
    // From the 11th, 20 days of 30 were charged: 5 × 30 × 10 / 30
    ['a stub', THIRTY, '10@04-01 15@04-21T09', { start: '04-11' }, '50 − 0'],
    ['it was never used', THIRTY, '10@04-01', { end: '04-01' }, '0 − 300'],
  ])('%s', (_title, terms, levels, cut, shown) => {
    const { end: _, ...start } = cut;
    const charged = windowsOf(levels, terms, { ...start, isFrozen: true });
    const counted = cut.end === '04-01' ? [] : windowsOf(levels, terms, cut);
    expect(show(cardOf(terms, { charged, counted }))).toBe(shown);
  });

  test.each<[title: string, terms: Terms, levels: string, shown: string]>([
    // Never more than 400 in a month: 300 was charged, 450 × 20 / 30 + 300 × 10 / 30 = 400
    ['up to a maximum', { ...THIRTY, maximumRate: '380' }, '10@04-01 15@04-11T09', '80 − 0'],
    // Down from the bound: 380 charged, (450 × 20 + 300 × 10) / 30 = 400 is still above it
    ['still above a maximum', { ...THIRTY, maximumRate: '380' }, '15@04-01 10@04-20T09', '0 − 0'],
    // 450 × 10 / 30 + 300 × 20 / 30 = 350
    ['down from a maximum', { ...THIRTY, maximumRate: '380' }, '15@04-01 10@04-10T09', '0 − 30'],
    ['still below a minimum', { ...THIRTY, minimumRate: '500' }, '10@04-01 15@04-11T09', '0 − 0'],
    // 450 × 10 / 30 + 600 × 20 / 30 = 550
    ['above a minimum', { ...THIRTY, minimumRate: '500' }, '15@04-01 20@04-11T09', '50 − 0'],
  ])('%s', (_title, terms, levels, shown) => {
    const charged = windowsOf(levels, terms, { isFrozen: true });
    expect(show(cardOf(terms, { charged, counted: windowsOf(levels, terms) }))).toBe(shown);
  });

  test.each<[title: string, terms: Terms, levels: string, shown: string]>([
    ['the new peak in full', { ...THIRTY, isProrated: false }, '10@04-01 15@04-11T09 12@04-12T09', '150 − 0'],
    [
      'and the next one',
      { ...THIRTY, isProrated: false },
      '10@04-01 15@04-11T09 3@04-12T09 17@04-30T09',
      '210 − 0',
    ],
    ['less comes with the next cycle', { ...THIRTY, isProrated: false }, '10@04-01 3@04-11T09', '0 − 0'],
    // Weeks of 1 each: 12 in the second, 13 in the fourth
    [
      'of each window',
      { slabs: ['0 1'], isProrated: false, usageCycle: 'WEEKLY' },
      '10@04-01 12@04-09T09 10@04-09T10 13@04-24T09 10@04-25T09',
      '5 − 0',
    ],
    // 2 × (5 / 7 + 1 + 1 + 2 / 7)
    ['of each window, prorated', { slabs: ['0 1'], usageCycle: 'WEEKLY' }, '10@04-01 12@04-10T09', '6 − 0'],
  ])('not prorated: %s', (_title, terms, levels, shown) => {
    const charged = windowsOf(levels, terms, { isFrozen: true });
    expect(show(cardOf(terms, { charged, counted: windowsOf(levels, terms) }))).toBe(shown);
  });
});

describe('settled again', () => {
  it('only what is new is charged', () => {
    const [first, then, last] = [
      windowsOf('10@04-01', THIRTY),
      windowsOf(V13, THIRTY),
      // Told later: one more from the 6th on. 30 × 25 / 30
      windowsOf('10@04-01 11@04-06T09 16@04-11T09 13@04-21T09', THIRTY),
    ] as const;
    expect(show(cardOf(THIRTY, { charged: first, counted: then }))).toBe('100 − 27');
    const settled = settledWindows({ charged: first, counted: then }, true);
    expect(show(cardOf(THIRTY, { charged: settled, counted: last }))).toBe('25 − 0');
    expect(
      show(
        cardOf(THIRTY, { charged: settledWindows({ charged: settled, counted: last }, true), counted: last }),
      ),
    ).toBe('0 − 0');
  });

  it('a peak stays paid', () => {
    const terms = { ...THIRTY, isProrated: false };
    const [first, peak, lower] = ['10@04-01', '10@04-01 15@04-11T09', '10@04-01 12@04-11T09'].map((levels) =>
      windowsOf(levels, terms),
    ) as [LicenseWindowInput[], LicenseWindowInput[], LicenseWindowInput[]];
    const settled = settledWindows({ charged: first, counted: peak }, false);
    expect(show(cardOf(terms, { charged: settled, counted: lower }))).toBe('0 − 0');
    expect(settledWindows({ charged: settled, counted: lower }, false)).toEqual(settled);
  });

  it('days that were given back and are used after all are charged', () => {
    const charged = windowsOf('10@04-01', THIRTY, { end: '04-17' });
    expect(show(cardOf(THIRTY, { charged, counted: windowsOf('10@04-01', THIRTY) }))).toBe('140 − 0');
  });
});

it('says from which day on, and what is given back', () => {
  const terms: Terms = { ...THIRTY, refundMode: 'CREDITS' };
  const charged = windowsOf(V13, terms, { isFrozen: true });
  const document = computeInvoice(inputsOf(cardOf(terms, { charged, counted: windowsOf(V13, terms) })));
  const [explanation] = document.explanations as [LicenseChangesExplanation];
  expect(explanation.steps).toEqual([
    'licences charged in advance from 2030-04-01 to 2030-05-01',
    'from 2030-04-11 15 instead of 10: 450 − 300 = 150; more by 150 × 20 / 30 = 100',
    'from 2030-04-22 12 instead of 10: 360 − 300 = 60; less by 90 × 9 / 30 = 27',
    'more, together: 100',
    'less, together: 27, given back as a credit',
    'charged: 100 USD',
  ]);
  expect(explanation.changes[1]).toEqual({
    ...{ start: '2030-04-22', charged: '10', counted: '12', chargedPrice: '300', countedPrice: '360' },
    ...{ change: '-90', share: '9 / 30', amount: '-27' },
  });
});
