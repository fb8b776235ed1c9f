import { describe, expect, it, test } from 'vitest';
import { decimal, decimalText, ZERO } from '../decimal.ts';
import { roundMoney, shownParts } from '../money.ts';
import { explainSlab, type PriceType, type RateConfig, rate, type SlabConfig } from './index.ts';

/** `100 PACKAGE/10 20 min 5 max 40`: starts after 100, packages of 10 at 20, bounds of the slab. */
function slab(text: string, index: number): SlabConfig {
  const [startAfter = '', type = '', rateText = '', ...bounds] = text.trim().split(/\s+/);
  const [priceType = '', size] = type.split('/');
  return {
    order: index + 1,
    startAfter: decimal(startAfter),
    priceType: priceType as PriceType,
    rate: decimal(rateText),
    ...(size === undefined ? {} : { packageSize: decimal(size) }),
    ...boundsOf(bounds),
  };
}

function boundsOf(words: string[]): Pick<SlabConfig, 'minimumRate' | 'maximumRate'> {
  const [min, max] = ['min', 'max'].map((word) => words[words.indexOf(word) + 1]);
  return {
    ...(words.includes('min') && min ? { minimumRate: decimal(min) } : {}),
    ...(words.includes('max') && max ? { maximumRate: decimal(max) } : {}),
  };
}

/** Slabs apart by `|`, then optionally `; min 1 max 10` of the card. */
function card(pricingModel: RateConfig['pricingModel'], text: string): RateConfig {
  const [slabs = '', bounds = ''] = text.split(';');
  return { pricingModel, slabs: slabs.split('|').map(slab), ...boundsOf(bounds.trim().split(' ')) };
}

function amount(quantity: string, config: RateConfig): string {
  return decimalText(rate(decimal(quantity), config).amount);
}

const V1 = '0 PER_UNIT 2 | 100 PER_UNIT 1';
const V3 = '0 PER_UNIT 10 | 2 PACKAGE/10 20';
const V5 = '0 FLAT 0 | 10 PER_UNIT 100';

describe('V1, V2, V29: 2 up to 100, then 1', () => {
  test.each<[quantity: string, tiered: string, volume: string]>([
    ['    0', '    0', '    0'],
    ['  100', '  200', '  200'], // a border belongs to the slab below
    ['100.5', '200.5', '100.5'], // 100 × 2 + 0.5 × 1
    ['  101', '  201', '  101'],
    ['  150', '  250', '  150'],
    ['   -5', '  -10', '  -10'], // the first slab only
  ])('%s: tiered %s, volume %s', (quantity, tiered, volume) => {
    expect(amount(quantity.trim(), card('TIERED', V1))).toBe(tiered.trim());
    expect(amount(quantity.trim(), card('VOLUME', V1))).toBe(volume.trim());
  });
});

describe('tiered', () => {
  test.each<[title: string, slabs: string, quantity: string, amount: string]>([
    ['V3', V3, '10', '40'], // 2 × 10 + ceil(8 / 10) × 20
    ['V3', V3, '13', '60'], // 2 × 10 + ceil(11 / 10) × 20
    ['V3 at the border', V3, '2', '20'], // the packages are not entered
    ['V3 a whole package', V3, '12', '40'],
    ['V3 a crumb of the next', V3, '12.000000000000000001', '60'],
    ['V4', '0 PER_UNIT 10 max 10 | 2 PACKAGE/10 20', '10', '30'], // min(20, 10) + 20
    ['V5', V5, '10', '0'],
    ['V5', V5, '13', '300'],
    ['V16', '0 PER_UNIT 0.05 | 5000 PER_UNIT 0.03', '6200', '286'], // 250 + 1200 × 0.03
    ['three slabs', '0 PER_UNIT 0.010 | 1000 PER_UNIT 0.008 | 10000 PER_UNIT 0.005', '10001', '82.005'],
    ['flat once entered', '0 FLAT 10 | 100 FLAT 5', '100.1', '15'],
    ['flat is not due at zero', '0 FLAT 10', '0', '0'],
    ['a slab minimum', '0 PER_UNIT 1 min 15', '10', '15'],
    ['a slab minimum is not due at zero', '0 PER_UNIT 1 min 15', '0', '0'],
    ['nor in a slab not entered', '0 PER_UNIT 1 | 10 PER_UNIT 1 min 15', '10', '10'],
    ['both slabs bounded', '0 PER_UNIT 1 max 5 | 10 PER_UNIT 1 min 15', '11', '20'],
    ['a negative rate', '0 PER_UNIT -0.5', '3', '-1.5'],
    [
      '30 digits',
      '0 PER_UNIT 0.000000000000000001',
      '123456789012345678901234567890',
      '123456789012.34567890123456789',
    ],
    ['doubles fail here', '0 PER_UNIT 0.1 | 1 PER_UNIT 0.2', '2', '0.3'],
  ])('%s: %s at %s is %s', (_title, slabs, quantity, expected) =>
    expect(amount(quantity, card('TIERED', slabs))).toBe(expected),
  );
});

describe('volume', () => {
  test.each<[slabs: string, quantity: string, amount: string]>([
    ['0 FLAT 50 | 100 FLAT 80', '100', '50'],
    ['0 FLAT 50 | 100 FLAT 80', '101', '80'],
    ['0 PER_UNIT 1 | 20 PACKAGE/10 7', '21', '21'], // ceil(21 / 10) × 7: all of it in packages
    ['0 PER_UNIT 2 max 30 | 20 PER_UNIT 1', '20', '30'],
    ['0 PER_UNIT 2 max 30 | 20 PER_UNIT 1 min 50', '21', '50'],
    ['0 PER_UNIT 2 min 5', '0', '0'],
  ])('%s at %s is %s', (slabs, quantity, expected) =>
    expect(amount(quantity, card('VOLUME', slabs))).toBe(expected),
  );
});

describe('percentages of a value', () => {
  test.each<[title: string, config: string, quantity: string, tiered: string, volume: string]>([
    ['V6', '0 PERCENTAGE 2.9', '12345.67', '358.02443', '358.02443'], // 12345.67 × 2.9 / 100
    ['a third of a percent', '0 PERCENTAGE 0.333', '0.1', '0.000333', '0.000333'],
    // Graduated: 10000 × 3 % + 5000 × 2 % = 300 + 100; by volume: 15000 × 2 %.
    ['graduated', '0 PERCENTAGE 3 | 10000 PERCENTAGE 2', '15000', '400', '300'],
    ['at the border', '0 PERCENTAGE 3 | 10000 PERCENTAGE 2', '10000', '300', '300'],
    // 10000 × 3 %, raised to 500, and 5000 × 2 %.
    ['a slab minimum', '0 PERCENTAGE 3 min 500 | 10000 PERCENTAGE 2', '15000', '600', '300'],
    ['0.5 %, between 1 and 20', '0 PERCENTAGE 0.5; min 1 max 20', '100', '1', '1'],
    ['0.5 %, between 1 and 20', '0 PERCENTAGE 0.5; min 1 max 20', '10000', '20', '20'],
    ['a fee, then a percentage', '0 FLAT 25 | 1000 PERCENTAGE 1', '3000', '45', '30'],
    ['more returned than sold', '0 PERCENTAGE 3 | 10000 PERCENTAGE 2', '-200', '-6', '-6'],
    ['a rebate', '0 PERCENTAGE -1.5', '200', '-3', '-3'],
    ['nothing sold', '0 PERCENTAGE 3', '0', '0', '0'],
  ])('%s: %s of %s is %s, by volume %s', (_title, config, quantity, tiered, volume) => {
    expect(amount(quantity, card('TIERED', config))).toBe(tiered);
    expect(amount(quantity, card('VOLUME', config))).toBe(volume);
  });
});

describe('prices that events carry: the quantity is their sum', () => {
  test.each<[config: string, carried: string, amount: string]>([
    ['0 DYNAMIC 1', '358.02443', '358.02443'], // passed on
    ['0 DYNAMIC 1.15', '200', '230'], // with 15 % on top
    ['0 DYNAMIC 0.9; max 100', '200', '100'], // 180, at most 100
    ['0 DYNAMIC 1; min 5', '0', '5'],
    ['0 DYNAMIC 1 max 50', '80', '50'],
    ['0 DYNAMIC 1.5', '-4', '-6'],
  ])('%s of %s is %s', (config, carried, expected) =>
    expect(amount(carried, card('TIERED', config))).toBe(expected),
  );
});

describe('bounds of the card', () => {
  test.each<[config: string, quantity: string, amount: string, applied: string | null]>([
    ['0 FLAT 10; min 1 max 10', '0', '1', 'MINIMUM'], // due at zero usage too
    ['0 FLAT 10; min 1 max 10', '5', '10', null],
    ['0 PER_UNIT 3; min 1 max 10', '5', '10', 'MAXIMUM'],
    ['0 PER_UNIT 3 max 4; max 3', '5', '3', 'MAXIMUM'], // after the bound of the slab
    ['0 PER_UNIT 3; min 1', '-5', '1', 'MINIMUM'], // holds for negative usage
  ])('%s at %s is %s', (config, quantity, expected, applied) => {
    const result = rate(decimal(quantity), card('TIERED', config));
    expect(decimalText(result.amount)).toBe(expected);
    expect(result.clamp?.applied ?? null).toBe(applied);
  });
});

describe('negative usage is priced by the first slab', () => {
  test.each<[slabs: string, quantity: string, amount: string]>([
    ['0 PER_UNIT 2 min 5 | 100 PER_UNIT 1', '-5', '-10'], // bounds of slabs are off
    ['0 PACKAGE/10 20', '-25', '-40'], // −floor(25 / 10) × 20: no part package is given back
    ['0 PACKAGE/10 20', '-9', '0'],
    ['0 FLAT 10', '-5', '0'],
  ])('%s at %s is %s', (slabs, quantity, expected) => {
    expect(amount(quantity, card('TIERED', slabs))).toBe(expected);
    expect(amount(quantity, card('VOLUME', slabs))).toBe(expected);
  });
});

describe('money of a rating', () => {
  test.each<[title: string, config: string, quantity: string, currency: string, money: string]>([
    ['V6', '0 PER_UNIT 0.029', '12345.67', 'USD', '358.02'], // 358.02443
    ['V6', '0 PER_UNIT 0.30', '210', 'USD', '63'],
    ['V7', '0 PER_UNIT 0.0015', '3333', 'USD', '5'], // 4.9995
    ['V7', '0 PER_UNIT 0.0015', '3333', 'JPY', '5'],
    ['V7', '0 PER_UNIT 0.0015', '3333', 'BHD', '5'],
    ['V7', '0 PER_UNIT 0.001', '1', 'USD', '0'],
    ['0.2', '0 PER_UNIT 0.0149', '1', 'JPY', '0'],
  ])('%s: %s at %s is %s %s', (_title, config, quantity, currency, money) => {
    const { amount } = rate(decimal(quantity), card('TIERED', config));
    expect(decimalText(roundMoney(amount, currency))).toBe(money);
  });

  it('V8: slabs of 1.005 and 1.005 are a card of 2.01 and show as 1.01 and 1.00', () => {
    const result = rate(decimal(2), card('TIERED', '0 PER_UNIT 1.005 | 1 PER_UNIT 1.005'));
    expect(decimalText(roundMoney(result.amount, 'USD'))).toBe('2.01');
    const parts = result.slabs.map((step) => step.amount);
    expect(shownParts(parts, 'USD').map((part) => part.toFixed(2))).toEqual(['1.01', '1.00']);
  });
});

describe('differences of ratings', () => {
  const price = (quantity: number, model: RateConfig['pricingModel'] = 'TIERED') =>
    rate(decimal(quantity), card(model, V1)).amount.toNumber();

  it('V19: a cycle split 60 + 90 rates 300, unsplit 250', () =>
    expect([price(60) + price(90), price(150)]).toEqual([300, 250]));
  it('V25: 100 units, 12 undone, 15 redone: 200, 176, 203', () =>
    expect([price(100), price(88), price(103)]).toEqual([200, 176, 203]));
  it('V26: an event that lifts 95 to 105 is worth 15, by volume −85', () => {
    expect(price(105) - price(95)).toBe(15);
    expect(price(105, 'VOLUME') - price(95, 'VOLUME')).toBe(-85);
  });
});

describe('the walk', () => {
  it('names every slab with its borders, also those not entered', () => {
    const { slabs } = rate(decimal(150), card('TIERED', `${V1} | 200 PER_UNIT 0.5`));
    const rows = slabs.map(({ slab, from, to, quantity, amount }) =>
      [slab.order, from, to ?? '∞', quantity, amount].join(' '),
    );
    expect(rows).toEqual(['1 0 100 100 200', '2 100 200 50 50', '3 200 ∞ 0 0']);
  });

  it('joins slabs by order, not by their place in the list', () => {
    const config = card('TIERED', V1);
    expect(amount('150', { ...config, slabs: config.slabs.toReversed() })).toBe('250');
  });

  test.each<[model: RateConfig['pricingModel'], slabs: string, quantity: string, sentences: string[]]>([
    [
      'TIERED',
      '0 PER_UNIT 0.010 | 1000 PER_UNIT 0.008',
      '1001',
      ['first 1000 units × 0.01 = 10', 'next 1 unit × 0.008 = 0.008'],
    ],
    ['TIERED', V3, '10', ['first 2 units × 10 = 20', 'next 8 units in 1 package of 10 × 20 = 20']],
    ['TIERED', V3, '13', ['first 2 units × 10 = 20', 'next 11 units in 2 packages of 10 × 20 = 40']],
    ['TIERED', '0 PER_UNIT 10 max 10', '2', ['first 2 units × 10 = 20, but at most 10']],
    ['TIERED', '0 FLAT 3 min 5', '2', ['first 2 units at a flat 3 = 3, but at least 5']],
    ['VOLUME', V1, '150', ['all 150 units × 1 = 150']],
    [
      'TIERED',
      '0 PERCENTAGE 3 | 10000 PERCENTAGE 2',
      '15000',
      ['first 10000 units × 3 % = 300', 'next 5000 units × 2 % = 100'],
    ],
    ['TIERED', '0 DYNAMIC 1.15 max 200', '200', ['200 × 1.15 = 230, but at most 200']],
    ['VOLUME', V1, '-5', ['-5 units × 2 = -10']],
    ['TIERED', '0 PACKAGE/10 20', '-25', ['-25 units in -2 packages of 10 × 20 = -40']],
  ])('%s %s at %s says so', (model, slabs, quantity, sentences) => {
    const result = rate(decimal(quantity), card(model, slabs));
    const entered = result.slabs.filter((step) => !step.quantity.isZero());
    expect(entered.map((step) => explainSlab(step, model))).toEqual(sentences);
  });
});

it('rejects names that are no model or price type', () => {
  const config = card('TIERED', V1);
  expect(() => rate(ZERO, { ...config, pricingModel: 'toString' as 'TIERED' })).toThrow(RangeError);
  expect(() => rate(decimal(1), card('TIERED', '0 DISCOUNT 1'))).toThrow(RangeError);
  expect(() => rate(decimal(1), card('TIERED', '0 PACKAGE 1'))).toThrow(RangeError);
});
