import { expect, it } from 'vitest';
import type { InvoiceExplanation, InvoiceLineItem } from '../../../api/generated/types.ts';
import { explanationText } from './explanation-view.ts';
import { chosenNode, type LineNode, lineTreeOf } from './line-tree.ts';

const WORDS = { total: 'Total', textOf: ({ description }: InvoiceLineItem) => description };
const line = (description: string, value: string, more: Partial<InvoiceLineItem> = {}) =>
  ({ description, value, type: 'USAGE_RATE_CARD_AMOUNT', lineItems: [], ...more }) as InvoiceLineItem;
const slab = (order: number, value: string) =>
  line(`Tier ${order}`, value, { id: `m#${order}`, type: 'USAGE_RATE_CARD_SLAB_AMOUNT' });

/** 100 + 30 + 21.25 = 151.25, of which two lines are of the meter `m`. */
const revenueInfo = line('Grand total', '151.25', {
  type: 'GRAND_TOTAL_AMOUNT',
  lineItems: [
    line('Net', '130', {
      type: 'NET_AMOUNT',
      lineItems: [
        line('Calls', '100', { id: 'm', lineItems: [slab(1, '60'), slab(2, '40')] }),
        line('Calls at night', '30', { id: 'm' }),
      ],
    }),
    line('VAT', '21.25', { id: 'vat', type: 'TAX_AMOUNT' }),
  ],
});
const slabs = [{ order: 1 }, { order: 2 }];
const explained = (path: string, description: string) => ({
  path,
  description,
  steps: [`of ${description}`],
  slabs,
});
const explanation = {
  revenueInfo,
  lines: [explained('0.0', 'Calls'), explained('0.1', 'Calls at night'), explained('1', 'VAT')],
} as unknown as InvoiceExplanation;
const root = lineTreeOf(explanation, WORDS);
const shown = (node: LineNode): unknown[] => [node.id, ...node.parts.map(shown)];

it('a line has its id, and its place if another one has that id', () => {
  expect(shown(root)).toEqual(['@', ['@0', ['m', ['m#1'], ['m#2']], ['@0.1']], ['vat']]);
});

it.each([
  // key       title             explained by       tier
  ['m', 'Calls', 'Calls', undefined],
  ['@0.1', 'Calls at night', 'Calls at night', undefined],
  ['m#2', 'Tier 2', 'Calls', 2],
  ['@0', 'Net', undefined, undefined],
  [undefined, 'Total', undefined, undefined],
  ['gone', 'Total', undefined, undefined],
])('%s is %s', (key, title, by, tier) => {
  const node = chosenNode(root, key);
  expect([node.title, node.explained?.description, node.tier?.order]).toEqual([title, by, tier]);
});

it('a total that is one line is explained by this line', () => {
  const only = {
    ...revenueInfo,
    lineItems: [line('Calls', '151.25', { id: 'm', lineItems: [slab(1, '151.25')] })],
  };
  const lines = [explained('0', 'Calls')];
  const tree = lineTreeOf({ revenueInfo: only, lines } as unknown as InvoiceExplanation, WORDS);
  expect(chosenNode(tree, undefined).title).toBe('Calls');
  expect(chosenNode(tree, '@').title).toBe('Total');
});

it.each([
  ['@', 'Total: $151.25\n- Net: $130\n- VAT: $21.25'],
  ['vat', 'VAT: $21.25\n- OF VAT'],
  ['m#2', 'Tier 2: $40\nCalls: $100\n- OF CALLS'],
])('%s as text', (key, text) => {
  const node = chosenNode(root, key);
  const say = (amount: string) => `$${amount}`;
  const sayStep = (step: string) => step.toUpperCase();
  expect(explanationText(node, { amount: say(node.line.value), say, sayStep })).toBe(text);
});
