import { describe, expect, it, test } from 'vitest';
import { decimal } from '../decimal.ts';
import { checkRateConfig, MAX_SLABS, type RateConfig, type SlabConfig } from './index.ts';

/** `1@0 2@100`: orders and starts of PER_UNIT slabs. */
function slabs(text: string): SlabConfig[] {
  return text.split(' ').map((slab) => {
    const [order, startAfter = ''] = slab.split('@');
    return { order: Number(order), startAfter: decimal(startAfter), priceType: 'PER_UNIT', rate: decimal(1) };
  });
}

function paths(config: Partial<RateConfig>): string[] {
  const problems = checkRateConfig({ pricingModel: 'TIERED', slabs: slabs('1@0'), ...config });
  return problems.map((problem) => problem.path);
}

describe('orders and starts', () => {
  test.each<[slabs: string, paths: string[]]>([
    ['1@0', []],
    ['1@0 2@0.5 3@100', []],
    ['2@100 1@0', []], // joined by order, so the place in the list is free
    ['0@0', ['slabs[0].order']],
    ['1@0 3@100', ['slabs[1].order']],
    ['1@0 1@100', ['slabs[1].order']],
    ['1@0 1.5@100', ['slabs[1].order']],
    ['1@10', ['slabs[0].startAfter']],
    ['1@0 2@0', ['slabs[1].startAfter']],
    ['1@0 2@100 3@50', ['slabs[2].startAfter']],
    ['2@0 1@0', ['slabs[0].startAfter']],
  ])('%s', (text, expected) => expect(paths({ slabs: slabs(text) })).toEqual(expected));

  it('takes as many slabs as the limit, and one at least', () => {
    const many = Array.from({ length: MAX_SLABS + 1 }, (_, index) => `${index + 1}@${index}`);
    expect(paths({ slabs: slabs(many.slice(0, MAX_SLABS).join(' ')) })).toEqual([]);
    expect(paths({ slabs: slabs(many.join(' ')) })).toEqual(['slabs']);
    expect(paths({ slabs: [] })).toEqual(['slabs']);
  });
});

describe('members of a slab and of the card', () => {
  const [first] = slabs('1@0') as [SlabConfig];
  const [one, two] = [decimal(1), decimal(2)];

  test.each<[title: string, config: Partial<RateConfig>, paths: string[]]>([
    ['no size', { slabs: [{ ...first, priceType: 'PACKAGE' }] }, ['slabs[0].packageSize']],
    [
      'size 0',
      { slabs: [{ ...first, priceType: 'PACKAGE', packageSize: decimal(0) }] },
      ['slabs[0].packageSize'],
    ],
    ['size 0.5', { slabs: [{ ...first, priceType: 'PACKAGE', packageSize: decimal('0.5') }] }, []],
    ['a percentage', { slabs: [{ ...first, priceType: 'PERCENTAGE' }] }, []],
    ['one dynamic slab', { slabs: [{ ...first, priceType: 'DYNAMIC' }] }, []],
    [
      'a dynamic slab among others',
      { slabs: [first, { ...first, order: 2, startAfter: one, priceType: 'DYNAMIC' }] },
      ['slabs[1].priceType'],
    ],
    ['a negative rate', { slabs: [{ ...first, rate: decimal(-3) }] }, []],
    ['slab min = max', { slabs: [{ ...first, minimumRate: two, maximumRate: two }] }, []],
    [
      'slab min > max',
      { slabs: [{ ...first, minimumRate: two, maximumRate: one }] },
      ['slabs[0].minimumRate'],
    ],
    ['card min > max', { minimumRate: two, maximumRate: one }, ['minimumRate']],
    ['card min < max', { minimumRate: one, maximumRate: two }, []],
  ])('%s', (_title, config, expected) => expect(paths(config)).toEqual(expected));
});
