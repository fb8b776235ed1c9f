import { expect, test } from 'vitest';
import type { RateCard, UsageMeter } from '../../../api/generated/types.ts';
import { pasteBlock } from './matrix-paste.ts';
import { EVERY, fieldsOfCards, gapsOf, matrixOf } from './price-matrix.ts';

const meter = (id: string, filters: Record<string, string>) =>
  ({
    id,
    filters: Object.entries(filters).map(([field, value]) => ({ field, value })),
  }) as unknown as UsageMeter;
const card = (name: string, rate: string, tiers = 1) =>
  ({
    ...{ name, billableId: `um.${name}`, type: 'USAGE' },
    rateCardDetails: {
      usageRateCard: {
        ratePlan: {
          pricingModel: 'TIERED',
          slabs: Array.from({ length: tiers }, (_, order) => ({
            ...{ order: order + 1, startAfter: String(order * 10), priceType: 'PER_UNIT' },
          })),
        },
        rateValues: [
          {
            currency: 'USD',
            slabRates: Array.from({ length: tiers }, (_, order) => ({ order: order + 1, rate })),
          },
        ],
      },
    },
  }) as unknown as RateCard;

const meters = [
  meter('um.a-in', { model: 'a', type: 'input' }),
  meter('um.a-out', { model: 'a', type: 'output' }),
  meter('um.b-in', { model: 'b', type: 'input' }),
  meter('um.rest', { type: 'input' }),
  meter('um.unused', { region: 'eu' }),
];
const cards = [card('a-in', '0.5'), card('a-out', '1.5'), card('b-in', '0.25', 2), card('rest', '2')];
const matrix = matrixOf(cards, meters, { rowField: 'model', columnField: 'type', currency: 'USD' });

test('cards stand where their meters filter, and what no card bills is a gap', () => {
  expect(fieldsOfCards(cards, meters)).toEqual(['model', 'type']);
  expect([matrix.rows, matrix.columns]).toEqual([
    ['a', 'b', EVERY],
    ['input', 'output'],
  ]);
  expect(matrix.cells.map(({ row, column, rate }) => [row, column, rate])).toEqual([
    ['a', 'input', '0.5'],
    ['a', 'output', '1.5'],
    ['b', 'input', null],
    [EVERY, 'input', '2'],
  ]);
  expect(gapsOf(matrix)).toEqual([
    { row: 'b', column: 'output' },
    { row: EVERY, column: 'output' },
  ]);
});

test('a block of a spreadsheet fills the cells that have one price', () => {
  const at = { row: 'a', column: 'input' };
  expect(pasteBlock(matrix, at, '0.7\t1.7\r\n0.3\t1\r\n3\r\n')).toEqual({
    'a-in': '0.7',
    'a-out': '1.7',
    rest: '3',
  });
  expect(pasteBlock(matrix, { row: EVERY, column: 'input' }, '4\t5\n6\t7')).toEqual({ rest: '4' });
  expect(pasteBlock(matrix, at, 'x\t2')).toEqual({ 'a-out': '2' });
  expect(pasteBlock(matrix, at, '0.7')).toBeNull();
});
