import { expect, it, test } from 'vitest';
import {
  checkInvoiceTree,
  computeInvoice,
  type InvoiceDocument,
  type InvoiceInputs,
  type LineItem,
} from './index.ts';

/** One usage card of two slabs, 3 × 1 + 2 × 0.5 = 4, and a fee of 6. */
const INPUTS: InvoiceInputs = {
  engine: 1,
  currency: 'USD',
  roundingMode: 'HALF_UP',
  timeZone: 'UTC',
  timing: 'IN_ARREARS',
  cycle: {
    start: '2024-01-01',
    end: '2024-02-01',
    nominalStart: '2024-01-01',
    nominalEnd: '2024-02-01',
    billedDays: 31,
    nominalDays: 31,
    ordinal: 0,
  },
  pricePlan: { id: 'pp.1', name: 'Plan', version: 1, scheduleId: 'sch.1' },
  cards: [
    {
      type: 'USAGE',
      name: 'calls',
      billableId: 'um.1',
      displayName: 'Calls',
      meter: { id: 'um.1', name: 'calls', aggregation: 'COUNT' },
      quantity: '5',
      eventCount: 5,
      pricingModel: 'TIERED',
      slabs: [
        { order: 1, startAfter: '0', priceType: 'PER_UNIT', rate: '1' },
        { order: 2, startAfter: '3', priceType: 'PER_UNIT', rate: '0.5' },
      ],
    },
    {
      type: 'FIXED_FEE',
      name: 'fee',
      billableId: 'addon.1',
      displayName: 'Fee',
      feeType: 'RECURRING',
      rate: '6',
      isProrated: false,
      billedDays: 31,
      nominalDays: 31,
      recurrence: { interval: 1, offset: 0 },
    },
  ],
};

function soundDocument(): InvoiceDocument {
  return structuredClone(computeInvoice(INPUTS));
}

function find(line: LineItem, type: string): LineItem {
  const found = [line].find((candidate) => candidate.type === type);
  return (
    found ?? line.lineItems.map((child) => find(child, type)).find((child) => child.type === type) ?? line
  );
}

it('finds nothing in a sound document', () => expect(checkInvoiceTree(soundDocument())).toEqual([]));

type Plant = (document: InvoiceDocument, line: (type: string) => LineItem) => void;

test.each<[title: string, plant: Plant, violations: RegExp[]]>([
  [
    'a total apart from the tree',
    (doc) => {
      doc.totalAmount = '11';
    },
    [/^totalAmount 11 differs from 10\.$/],
  ],
  // The card is wrong against its slabs, its explanation and the subtotal above it.
  [
    'a leaf that was changed',
    (_doc, line) => {
      line('USAGE_RATE_CARD_AMOUNT').value = '5';
    },
    [
      /SUB_|lineItems\[0\]\.value 10 differs from the sum 11/,
      /value 5 differs from the sum 4/,
      /explanations/,
    ],
  ],
  [
    'a slab that was changed',
    (_doc, line) => {
      line('USAGE_RATE_CARD_SLAB_AMOUNT').value = '3.01';
    },
    [/value 4 differs from the sum 4\.01/],
  ],
  [
    'a slab that was lost',
    (_doc, line) => {
      line('USAGE_RATE_CARD_AMOUNT').lineItems.pop();
    },
    [/value 4 differs from the sum 3/],
  ],
  [
    'all slabs lost',
    (_doc, line) => {
      line('USAGE_RATE_CARD_AMOUNT').lineItems = [];
    },
    [/value 4 differs from the sum 0/],
  ],
  [
    'a card counted twice',
    (_doc, line) => {
      line('SUB_TOTAL_AMOUNT').lineItems.push(line('FIXED_FEE_RATE_CARD_AMOUNT'));
    },
    [/value 10 differs from the sum 16/, /The 2 explanations do not match the 3 rate card lines/],
  ],
  [
    'a sum in the middle',
    (_doc, line) => {
      line('NET_AMOUNT').value = '9';
    },
    [/10 differs from the sum 9/, /9 differs from the sum 10/],
  ],
  [
    'more digits than the currency has',
    (_doc, line) => {
      line('FIXED_FEE_RATE_CARD_AMOUNT').value = '6.001';
    },
    [/6\.001 has more than 2 decimal places/],
  ],
  [
    'a text that is no number',
    (_doc, line) => {
      line('NET_AMOUNT').value = 'NaN';
    },
    [/NaN is not a canonical/],
  ],
  [
    'two texts of one number',
    (_doc, line) => {
      line('NET_AMOUNT').value = '10.0';
    },
    [/10\.0 is not a canonical/],
  ],
  [
    'another currency',
    (_doc, line) => {
      line('NET_AMOUNT').units = 'EUR';
    },
    [/EUR, not USD/],
  ],
  [
    'no currency',
    (doc) => {
      doc.revenueInfo.units = 'QQQ';
    },
    [/a currency other than QQQ/],
  ],
  [
    'no grand total',
    (doc) => {
      doc.revenueInfo.type = 'TOTAL_AMOUNT';
    },
    [/differs from the grand total/],
  ],
  [
    'a quantity',
    (_doc, line) => {
      line('USAGE_RATE_CARD_AMOUNT').quantity = '05';
    },
    [/quantity 05 is not/],
  ],
  [
    'usage in money',
    (doc) => {
      doc.usageInfo[0]!.units = 'USD';
    },
    [/usageInfo\[0\]\.units is USD/],
  ],
  [
    'usage that is no number',
    (doc) => {
      doc.usageInfo[0]!.value = '';
    },
    [/usageInfo\[0\]\.value {2}is not/],
  ],
  [
    'an explanation lost',
    (doc) => {
      doc.explanations.pop();
    },
    [/The 1 explanations/],
  ],
  [
    'an explanation too many',
    (doc) => {
      doc.explanations.push({ ...doc.explanations[0]!, lineId: 'um.2' });
    },
    [/The 3 explanations do not match the 2/],
  ],
  [
    'an explanation of another amount',
    (doc) => {
      doc.explanations[1]!.rounding.rounded = '7';
    },
    [/The 2 explanations do not match/],
  ],
  [
    'an explanation of another line',
    (doc) => {
      doc.explanations[1]!.lineId = 'x';
    },
    [/The 2 explanations/],
  ],
])('finds %s', (_title, plant, violations) => {
  const document = soundDocument();
  plant(document, (type) => find(document.revenueInfo, type));
  const found = checkInvoiceTree(document);
  expect(found).toHaveLength(violations.length);
  for (const [index, violation] of violations.entries()) expect(found[index]).toMatch(violation);
});
