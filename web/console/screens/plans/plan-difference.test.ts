import { expect, test } from 'vitest';
import type { RateCard } from '../../../api/generated/types.ts';
import { differenceOf } from './plan-difference.ts';

const fee = (name: string, rate: string, more: object = {}) =>
  ({
    ...{
      name,
      type: 'FIXED_FEE',
      billableId: 'ao.1',
      displayName: name,
      invoiceTiming: 'IN_ADVANCE',
      ...more,
    },
    rateCardDetails: {
      fixedFeeRateCard: { name, enableProration: true, rateValues: [{ currency: 'USD', rate }] },
    },
  }) as unknown as RateCard;

test('cards are added, removed, changed in price or in terms, or the same', () => {
  const a = [fee('same', '1'), fee('price', '1'), fee('terms', '1'), fee('gone', '1'), fee('kind', '1')];
  const b = [
    ...[
      fee('new', '1'),
      fee('same', '1'),
      fee('price', '2'),
      fee('terms', '1', { invoiceTiming: 'IN_ARREARS' }),
    ],
    fee('kind', '1', { type: 'LICENSE' }),
  ];
  const shown = differenceOf(a, b).map(({ state, arePricesChanged, terms, ...sides }) => [
    ...[state, (sides.a ?? sides.b)?.name, arePricesChanged],
    terms.map(({ path, a: before, b: after }) => `${path} ${before} ${after}`).join(),
  ]);
  expect(shown).toEqual([
    ['same', 'same', false, ''],
    ['changed', 'price', true, ''],
    ['changed', 'terms', false, 'invoiceTiming IN_ADVANCE IN_ARREARS'],
    ['removed', 'gone', false, ''],
    ['removed', 'kind', false, ''],
    ['added', 'new', false, ''],
    ['added', 'kind', false, ''],
  ]);
});
