import type { CardInput, InvoiceInputs } from '#core/invoice/index.ts';

/** The kinds of sample invoices: one for each way in which a layout usually breaks. */
export const SAMPLES = [
  'INVOICE',
  'SIXTY_LINES',
  'ADDRESS_US',
  'ADDRESS_DE',
  'ADDRESS_JP',
  'RIGHT_TO_LEFT',
  'CREDIT_NOTE',
  'ZERO',
] as const;
export type Sample = (typeof SAMPLES)[number];

/** What a sample takes from the organization that looks at it. */
export interface SampleTerms {
  currency: string;
  roundingMode: InvoiceInputs['roundingMode'];
  timeZone: string;
  /** The first day of the billed month. */
  start: Temporal.PlainDate;
}

/** Inputs of the kind that closing a cycle stores, or those of a credit note. */
export function sampleInputs(sample: Sample, { start, ...terms }: SampleTerms): InvoiceInputs {
  const end = start.add({ months: 1 });
  const [from, to] = [start.toString(), end.toString()];
  const days = start.daysInMonth;
  const cycle = {
    ...{ start: from, end: to, nominalStart: from, nominalEnd: to, ordinal: 0 },
    ...{ billedDays: days, nominalDays: days },
  };
  const base = { engine: 1, ...terms, cycle } as const;
  if (sample === 'CREDIT_NOTE') return { ...base, timing: 'CUSTOM', cards: [CORRECTION] };
  return {
    ...base,
    timing: 'IN_ARREARS',
    pricePlan: { id: 'sample-plan', name: 'Growth', version: 1 },
    cards: cardsOf(sample, days),
    taxes: [{ name: sample === 'RIGHT_TO_LEFT' ? 'ضريبة القيمة المضافة' : 'Tax', rate: '0.1' }],
  };
}

const CORRECTION: CardInput = {
  ...{ type: 'CUSTOM', name: 'correction', billableId: 'sample-correction' },
  ...{ displayName: 'Outage on the 12th', amount: '-120' },
};

const LONG = 60;

function cardsOf(sample: Sample, days: number): CardInput[] {
  if (sample === 'SIXTY_LINES')
    return Array.from({ length: LONG }, (_, index) =>
      // 12.5, 25, …: so that no two lines are equal.
      fee(`Service ${index + 1}`, { rate: String((index + 1) * 12.5), days }),
    );
  const isZero = sample === 'ZERO';
  const [calls, platform] = sample === 'RIGHT_TO_LEFT' ? ['طلبات الواجهة', 'رسوم المنصة'] : NAMES;
  return [usage(calls, isZero ? '0' : '12500'), fee(platform, { rate: isZero ? '0' : '100', days })];
}

const NAMES = ['API calls', 'Platform fee'] as const;

function fee(displayName: string, { rate, days }: { rate: string; days: number }): CardInput {
  return {
    ...{ type: 'FIXED_FEE', name: displayName, billableId: `sample ${displayName}`, displayName },
    ...{ feeType: 'RECURRING', rate, isProrated: false, billedDays: days, nominalDays: days },
    recurrence: { interval: 1, offset: 0 },
  };
}

/** 12,500 calls at 1,000 × 0.010 + 9,000 × 0.008 + 2,500 × 0.005 = 94.5. */
function usage(displayName: string, quantity: string): CardInput {
  return {
    ...{ type: 'USAGE', name: 'calls', billableId: 'sample-calls', displayName, quantity, eventCount: 480 },
    meter: { id: 'sample-calls', name: 'calls', aggregation: 'SUM', version: 1 },
    pricingModel: 'TIERED',
    slabs: [
      { order: 1, startAfter: '0', priceType: 'PER_UNIT', rate: '0.010' },
      { order: 2, startAfter: '1000', priceType: 'PER_UNIT', rate: '0.008' },
      { order: 3, startAfter: '10000', priceType: 'PER_UNIT', rate: '0.005' },
    ],
  };
}
