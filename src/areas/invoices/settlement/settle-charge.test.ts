import { describe, expect, it, test } from 'vitest';
import { decimalText } from '#core/decimal.ts';
import {
  type CardInput,
  computeInvoice,
  type FixedFeeCardInput,
  type InvoiceInputs,
  type LicenseCardInput,
} from '#core/invoice/index.ts';
import { type ChargeContent, chargedCards } from './advance-charge.ts';
import { correctCharges } from './correct-charges.ts';
import { type Settlement, settleCharge } from './settle-charge.ts';

const date = Temporal.PlainDate.from;
const named = { name: 'card', billableId: 'addon.1', displayName: 'Seats' };
const once = { interval: 1, offset: 0 };

/** In advance, of January. */
function inputsOf(cards: CardInput[], rules: InvoiceInputs['rules'] = []): InvoiceInputs {
  const days = { start: '2030-01-01', end: '2030-02-01' };
  return {
    ...{ engine: 1, currency: 'USD', roundingMode: 'HALF_UP', timeZone: 'UTC', timing: 'IN_ADVANCE' },
    cycle: {
      ...{ ...days, nominalStart: days.start, nominalEnd: days.end },
      ...{ billedDays: 31, nominalDays: 31, ordinal: 0 },
    },
    ...{ pricePlan: { id: 'pp.1', name: 'Plan', version: 1, scheduleId: 'sch.1' }, cards },
    ...(rules.length > 0 && { rules }),
  };
}

function charged(cards: CardInput[], rules: InvoiceInputs['rules'] = []) {
  const inputs = inputsOf(cards, rules);
  return chargedCards(inputs, computeInvoice(inputs));
}

function fee(rate: string, more: Partial<FixedFeeCardInput> = {}): FixedFeeCardInput {
  return {
    ...{ type: 'FIXED_FEE', ...named, feeType: 'RECURRING', rate, isProrated: true },
    ...{ billedDays: 31, nominalDays: 31, recurrence: once, ...more },
  };
}

/** So many seats at 31 each, from a day on. */
function seats(quantity: string, more: Partial<LicenseCardInput> = {}, days = 31): LicenseCardInput {
  const start = '2030-01-01';
  const end = date(start).add({ days }).toString();
  return {
    ...{ type: 'LICENSE', ...named, licenseType: 'LICENSE', isProrated: true, refundMode: 'CREDITS' },
    ...{ pricingModel: 'TIERED', slabs: [{ order: 1, startAfter: '0', priceType: 'PER_UNIT', rate: '31' }] },
    ...{ nominalDays: 31, windows: [{ start, end, nominalDays: 31, runs: [{ start, days, quantity }] }] },
    ...more,
  };
}

/** `22.58 back, 27.42 charged until 2030-01-18`. */
function show(settlement: Settlement | null): string {
  if (!settlement) return 'nothing';
  const { content, adjustment, refund } = settlement;
  const line = adjustment && computeInvoice(inputsOf([adjustment])).totalAmount;
  return [
    ...(line === null ? [] : [`${line} more`]),
    ...(refund ? [`${decimalText(refund.amount)} back`] : []),
    `${content.amount} charged until ${content.until}`,
  ].join(', ');
}

const only = (card: CardInput, rules: InvoiceInputs['rules'] = []): ChargeContent => {
  const [first] = charged([card], rules);
  if (!first) throw new Error('nothing is charged');
  return first.content;
};

describe('a fee', () => {
  test.each<[title: string, card: FixedFeeCardInput, until: string, shown: string]>([
    ['V28', fee('50'), '2030-01-18', '22.58 back, 27.42 charged until 2030-01-18'], // 50 × 14 / 31
    ['all of it', fee('50'), '2030-01-01', '50 back, 0 charged until 2030-01-01'],
    ['nothing', fee('50'), '2030-02-01', 'nothing'],
    ['without proration', fee('50', { isProrated: false }), '2030-01-18', 'nothing'],
    ['once', fee('50', { feeType: 'ONE_TIME' }), '2030-01-18', 'nothing'],
    // A block of 90 days: 300 × 31 / 90
    [
      'a block',
      fee('300', { billedDays: 90, nominalDays: 90 }),
      '2030-03-01',
      '103.33 back, 196.67 charged until 2030-03-01',
    ],
    // 17 days were charged, 50 × 17 / 31 = 27.42; of those 5 are not used: 27.42 × 5 / 17
    ['a stub', fee('50', { billedDays: 17 }), '2030-01-13', '8.06 back, 19.36 charged until 2030-01-13'],
    [
      'a stub that got longer',
      fee('31', { billedDays: 17 }),
      '2030-02-01',
      '14 more, 31 charged until 2030-02-01',
    ],
    ['a discount', fee('-31'), '2030-01-11', '21 more, -10 charged until 2030-01-11'],
    ['a crumb', fee('0.01'), '2030-01-30', '0.01 charged until 2030-01-30'],
  ])('%s', (_title, card, until, shown) => {
    expect(show(settleCharge(only(card), { until: date(until), windows: [] }))).toBe(shown);
  });

  it.each([
    ['WALLET', '22.58 back, 27.42 charged until 2030-01-18'],
    ['PAYMENT', '22.58 back, 27.42 charged until 2030-01-18'],
    ['NONE', '50 charged until 2030-01-18'],
  ] as const)('in the mode %s: %s', (refundMode, shown) => {
    const settled = settleCharge(only(fee('50', { refundMode })), {
      until: date('2030-01-18'),
      windows: [],
    });
    expect([show(settled), settled?.refund?.mode]).toEqual([
      shown,
      refundMode === 'NONE' ? undefined : refundMode,
    ]);
  });

  it('that gives nothing back pays for its days when they are covered again', () => {
    const kept = { refundMode: 'NONE', billedDays: 20 } as const;
    let content = only(fee('31', kept));
    const cut = (until: string) => {
      const settled = settleCharge(content, { until: date(until), windows: [] });
      content = settled?.content ?? content;
      return show(settled);
    };
    expect(cut('2030-01-11')).toBe('20 charged until 2030-01-11');
    expect(cut('2030-01-06')).toBe('20 charged until 2030-01-06');
    expect(cut('2030-01-06')).toBe('nothing');
    expect(cut('2030-01-21')).toBe('20 charged until 2030-01-21');
    expect(cut('2030-01-11')).toBe('20 charged until 2030-01-11');
    // 11 of 31 days that nobody has paid for
    expect(cut('2030-02-01')).toBe('11 more, 31 charged until 2030-02-01');
    expect(content.paidUntil).toBeUndefined();
  });

  it('that is a discount is charged for its unused days whatever the mode', () => {
    const settled = settleCharge(only(fee('-31', { refundMode: 'NONE' })), {
      until: date('2030-01-11'),
      windows: [],
    });
    expect(show(settled)).toBe('21 more, -10 charged until 2030-01-11');
  });

  it('is settled once', () => {
    const first = settleCharge(only(fee('50')), { until: date('2030-01-18'), windows: [] });
    const again = settleCharge(first?.content as ChargeContent, { until: date('2030-01-18'), windows: [] });
    expect(again).toBeNull();
    // 27.42 × 7 / 17, and back to the whole: 50 × 21 / 31
    const less = settleCharge(first?.content as ChargeContent, { until: date('2030-01-11'), windows: [] });
    expect(show(less)).toBe('11.29 back, 16.13 charged until 2030-01-11');
    const all = settleCharge(less?.content as ChargeContent, { until: date('2030-02-01'), windows: [] });
    expect(show(all)).toBe('33.87 more, 50 charged until 2030-02-01');
  });
});

describe('licences', () => {
  const counted = (card: LicenseCardInput, until = '2030-02-01') => ({
    until: date(until),
    windows: card.windows,
  });
  const half = { ...{ id: 'r1', version: 1, name: 'half', order: 1 }, computation: '200' } as const;
  const rule = [{ ...half, action: { type: 'UPDATE' as const, target: 'revenue.lic.addon.1' } }];

  test.each<[title: string, charge: LicenseCardInput, now: LicenseCardInput, until: string, shown: string]>([
    ['more', seats('10'), seats('12'), '2030-02-01', '62 more, 372 charged until 2030-02-01'],
    ['less', seats('10'), seats('9'), '2030-02-01', '31 back, 279 charged until 2030-02-01'],
    ['the same', seats('10'), seats('10'), '2030-02-01', 'nothing'],
    // The credit is for 14 of 31 days
    ['fewer days', seats('10'), seats('10', {}, 17), '2030-01-18', '140 back, 170 charged until 2030-01-18'],
  ])('%s', (_title, charge, now, until, shown) => {
    expect(show(settleCharge(only(charge), counted(now, until)))).toBe(shown);
  });

  it('are not given back in a mode that does not', () => {
    const { refundMode: _, ...kept } = seats('10');
    expect(show(settleCharge(only(kept), counted(seats('9'))))).toBe('310 charged until 2030-02-01');
  });

  // 200 for 10 of 31 each in 31 days: 17 days are 200 × 17 / 31 = 109.68, 9 seats 200 × 9 / 10
  test.each<[title: string, now: LicenseCardInput | null, until: string, shown: string]>([
    ['all of it', null, '2030-01-01', '200 back, 0 charged until 2030-01-01'],
    ['fewer days', seats('10', {}, 17), '2030-01-18', '90.32 back, 109.68 charged until 2030-01-18'],
    ['fewer seats', seats('9'), '2030-02-01', '20 back, 180 charged until 2030-02-01'],
  ])(
    'are given back by their share of what a pricing rule has made of the price: %s',
    (_, now, until, shown) => {
      const content = only(seats('10'), rule);
      expect([content.amount, content.isListed]).toEqual(['200', false]);
      const windows = now?.windows ?? [];
      expect(show(settleCharge(content, { until: date(until), windows }))).toBe(shown);
    },
  );

  it('cost their share of it for more days', () => {
    const charge = only(seats('10', {}, 17), rule);
    const content = { ...charge, until: '2030-01-18' };
    expect(content.amount).toBe('200');
    // 200 × 14 / 17
    expect(show(settleCharge(content, counted(seats('10'))))).toBe(
      '164.71 more, 364.71 charged until 2030-02-01',
    );
  });
});

describe('a schedule in the place of another', () => {
  const other = { name: 'other', billableId: 'addon.2', displayName: 'Other' };
  /** `+15 −30`: lines and credits, first of the new cards and then of those that are gone. */
  const correct = (before: CardInput[], after: CardInput[]) => {
    const { opened, closed } = correctCharges(
      charged(before).map(({ content }) => content),
      charged(after),
    );
    return [...opened, ...closed].map(({ adjustment, refund }) => {
      const line = adjustment ? `+${computeInvoice(inputsOf([adjustment])).totalAmount}` : '';
      return `${line}${refund ? `−${decimalText(refund.amount)}` : ''}` || '0';
    });
  };

  test.each<[title: string, before: CardInput[], after: CardInput[], shown: string[]]>([
    ['dearer', [fee('10')], [fee('25')], ['+15', '0']],
    ['cheaper', [fee('25')], [fee('10')], ['−15', '0']],
    ['the same', [fee('25')], [fee('25')], ['0', '0']],
    ['gone', [fee('25')], [], ['−25']],
    ['without proration too', [fee('25', { isProrated: false })], [], ['−25']],
    ['new', [fee('25')], [fee('25'), fee('7', other)], ['0', '+7', '0']],
    ['a discount is gone', [fee('25'), fee('-5', other)], [fee('25')], ['0', '0', '+5']],
    ['another kind of the same name', [fee('25')], [seats('1')], ['+31', '−25']],
    ['another name of the same kind', [fee('25', { name: 'old' })], [fee('30')], ['+5', '0']],
    // Of two fees of one add-on, each by its name
    [
      'two of one billable',
      [fee('1', { name: 'a' }), fee('2', { name: 'b' })],
      [fee('3', { name: 'b' }), fee('1', { name: 'a' })],
      ['+1', '0', '0', '0'],
    ],
  ])('%s', (_title, before, after, shown) => expect(correct(before, after)).toEqual(shown));
});
