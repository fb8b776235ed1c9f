import { expect, test } from 'vitest';
import { canonicalJson } from '../canonical-json.ts';
import { checkInvoiceTree, computeInvoice, type FixedFeeCardInput, type InvoiceInputs } from './index.ts';
import { linesOf } from './lines-of.ts';

function fee(rate: string): FixedFeeCardInput {
  const name = { type: 'FIXED_FEE', name: 'fee', billableId: 'addon.fee', displayName: 'Fee' } as const;
  const whole = {
    isProrated: false,
    billedDays: 31,
    nominalDays: 31,
    recurrence: { interval: 1, offset: 0 },
  };
  return { ...name, feeType: 'RECURRING', rate, ...whole };
}

function inputsOf(rate: string, more: Partial<InvoiceInputs>): InvoiceInputs {
  const days = { start: '2030-01-01', end: '2030-02-01', billedDays: 31, nominalDays: 31, ordinal: 0 };
  return {
    ...{ engine: 1, currency: 'USD', roundingMode: 'HALF_UP', timeZone: 'UTC', timing: 'IN_ARREARS' },
    cycle: { ...days, nominalStart: days.start, nominalEnd: days.end },
    pricePlan: { id: 'pp.1', name: 'Plan', version: 1, scheduleId: 'sch.1' },
    cards: [fee(rate)],
    ...more,
  };
}

type Row = [
  fee: string,
  charge: string | null,
  credit: string | null,
  rates: string,
  more: Partial<InvoiceInputs>,
  taxes: string,
  total: string,
];

test.each<Row>([
  // fee      charge   credit   rates                more                            taxes            total
  ['100', null, null, '0.2', {}, '20', '120'],
  ['100', '10', null, '0.2', {}, '22', '132'], //                                    charges are taxed
  ['100', '10', '100', '0.2', {}, '2', '12'], //                                     what credits pay is not
  ['100', null, '500', '0.2', {}, '0', '0'], //                                      credits never pay a tax
  ['100', null, null, '0.05 0.09975', {}, '5 9.98', '114.98'], // 9.975, each on the same 100
  ['100', null, null, '0', {}, '0', '100'], //                                       a zero rate is said
  ['0.01', null, null, '0.2', {}, '0', '0.01'], //                                   0.002
  ['0.03', null, null, '0.5', {}, '0.02', '0.05'], //                                0.015, away from zero
  ['0.03', null, null, '0.5', { roundingMode: 'DOWN' }, '0.01', '0.04'],
  ['0.05', null, null, '0.5', { roundingMode: 'HALF_EVEN' }, '0.02', '0.07'], //     0.025
  ['0.03', null, null, '0.5 0.5', {}, '0.02 0.02', '0.07'], // 0.015, each rounded
  ['-100', null, null, '0.2', {}, '-20', '-120'], //                                 what is given back
  ['-0.03', null, null, '0.5', {}, '-0.02', '-0.05'], //                             as much as was taken
  ['100', '-150', null, '0.1', {}, '-5', '-55'], //                                  a discount below zero
  ['-100', null, null, '0', {}, '0', '-100'],
  ['0', null, null, '0.2', {}, '0', '0'],
  ['999', null, null, '0.1', { currency: 'JPY' }, '100', '1099'], //                 99.9
  ['1.001', null, null, '0.05', { currency: 'KWD' }, '0.05', '1.051'], //            0.05005
  ['33.33', null, null, '0.333333333333333333', {}, '11.11', '44.44'], //            11.10999…
])(
  '%s, charge %s, credit %s, taxed at %s %j: %s, total %s',
  (rate, charge, credit, rates, more, taxes, total) => {
    const inputs = inputsOf(rate, {
      ...(charge === null ? {} : { charges: [{ name: 'Charge', value: charge }] }),
      ...(credit === null ? {} : { credits: [grant(credit)] }),
      taxes: rates.split(' ').map((each, index) => ({ name: `Tax ${index + 1}`, rate: each })),
      ...more,
    });
    const document = computeInvoice(inputs);
    expect(checkInvoiceTree(document)).toEqual([]);
    expect(
      linesOf(document.revenueInfo, 'TAX_AMOUNT')
        .map(({ value }) => value)
        .join(' '),
    ).toBe(taxes);
    expect(document.totalAmount).toBe(total);
  },
);

function grant(available: string) {
  const shared = { priority: 1, effectiveFrom: '2030-01-01', createdAt: '2030-01-01T00:00:00Z' };
  return { id: 'cred.1', purpose: 'Gift', ...shared, scope: [], available };
}

test('a tax says what it is on, at which rate, and how it was rounded', () => {
  const document = computeInvoice(inputsOf('579.21', { taxes: [{ name: 'VAT', rate: '0.1' }] }));
  const total = document.revenueInfo.lineItems[0];
  expect(total?.lineItems.map(({ type, value }) => `${type} ${value}`)).toEqual([
    'NET_AMOUNT 579.21',
    'TOTAL_TAX_AMOUNT 57.92',
  ]);
  expect(total?.lineItems[1]?.lineItems).toEqual([
    {
      ...{ id: 'VAT', description: 'VAT (10 %)', type: 'TAX_AMOUNT', units: 'USD', value: '57.92' },
      metadata: { rate: '0.1', taxable: '579.21' },
      lineItems: [],
    },
  ]);
  expect(document.explanations.at(-1)?.steps).toEqual([
    'taxable: net amount and charges = 579.21',
    '10 % of it: 579.21 × 0.1 = 57.921',
    'charged: 57.921 rounded half away from zero to 2 digits = 57.92 USD',
  ]);
});

test('a tax on something else than what stands beside it is found before it is stored', () => {
  const document = computeInvoice(inputsOf('100', { taxes: [{ name: 'VAT', rate: '0.1' }] }));
  const forged = JSON.parse(JSON.stringify(document).replace('"taxable":"100"', '"taxable":"90"'));
  expect(checkInvoiceTree(forged)).toEqual(['tax VAT is not computed on the taxable amount 100.']);
});

test('a credit note takes back to the cent what was taxed', () => {
  for (const amount of ['0.03', '19.99', '100.05', '12345.67']) {
    const taxes = [
      { name: 'VAT', rate: '0.19' },
      { name: 'Local', rate: '0.0725' },
    ];
    const [charged, returned] = [amount, `-${amount}`].map((rate) =>
      computeInvoice(inputsOf(rate, { taxes })),
    );
    expect(returned?.totalAmount).toBe(`-${charged?.totalAmount}`);
  }
});

test('without taxes a document has the bytes that it always had', () => {
  const plain = canonicalJson(computeInvoice(inputsOf('100', {})));
  expect(canonicalJson(computeInvoice(inputsOf('100', { taxes: [] })))).toBe(plain);
  expect(plain).not.toContain('TAX');
});
