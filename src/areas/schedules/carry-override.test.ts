import { describe, expect, it } from 'vitest';
import type { RateCardRow } from '#areas/price-plans/index.ts';
import type { PricingRuleRow } from '#areas/pricing-rules/index.ts';
import { carryPrices } from './carry-override.ts';

/** `fee A 10`: a fixed fee for add-on A; the name comes first. */
function card(text: string, index: number): RateCardRow {
  const [name = '', billableId = '', rate = ''] = text.split(' ');
  const isCommitment = name === 'minimum';
  const rateValues = [{ currency: 'USD', rate }];
  return {
    ...{ referenceId: 'ref', name, billableId, position: index + 1, displayName: billableId, tag: null },
    ...{ type: isCommitment ? 'MINIMUM_COMMITMENT' : 'FIXED_FEE', invoiceTiming: 'IN_ARREARS' },
    details: isCommitment
      ? { minimumCommitmentRateCard: { rateValues } }
      : { fixedFeeRateCard: { name, rateValues, enableProration: false } },
  };
}

const rule = (computation: string): PricingRuleRow => ({
  ...{ referenceId: 'ref', id: `rule ${computation}`, version: 1, name: 'rule', order: 1, computation },
  ...{ invoiceTiming: 'IN_ARREARS', condition: null, action: { type: 'ADD' } },
});

const prices = (cards: string, rules: string[] = []) => ({
  cards: cards ? cards.split(', ').map(card) : [],
  rules: rules.map(rule),
});

const print = ({ name, billableId, details }: Pick<RateCardRow, 'name' | 'billableId' | 'details'>) => {
  const fee = details.fixedFeeRateCard ?? details.minimumCommitmentRateCard;
  const inner = details.fixedFeeRateCard?.name ?? name;
  return `${name}${inner === name ? '' : `!${inner}`} ${billableId} ${fee?.rateValues[0]?.rate}`;
};

describe('cards of an account on another version', () => {
  it.each([
    //  plan before    the account's     plan afterwards   the account's afterwards; lost
    ['a A 10', 'a A 7', 'a A 12', 'a A 7', ''],
    ['a A 10', 'a A 10', 'a A 12', null, ''], //                       nothing was its own
    ['a A 10, b B 5', 'a A 7, b B 5', 'a A 12, b B 6', 'a A 7, b B 6', ''], // b follows the plan
    ['a A 10, b B 5', 'a A 10', 'a A 12, b B 6', 'a A 12', ''], //     b stays removed
    ['a A 10', 'a A 10, x X 1', 'a A 12', 'a A 12, x X 1', ''], //     x stays added
    ['a A 10', 'a A 10, x X 1', 'a A 12, x Y 2', 'a A 12, x Y 2, x_2 X 1', ''],
    ['a A 10', 'a A 7', 'fee A 12', 'fee A 7', ''], //                 the same thing under another name
    ['a A 10', 'a A 7', 'b B 12', null, 'a'], //                       the target has no such thing
    ['a A 10, b B 5', 'a A 7, b B 4', 'b B 6', 'b B 4', 'a'],
    ['a A 10', 'a B 7', 'a A 12', 'a B 7', ''], //                     another thing in the place of A
    ['minimum pp.1 100', 'minimum pp.1 50', 'minimum pp.2 200', 'minimum pp.2 50', ''],
    ['a A 10', 'a A 10, minimum pp.1 50', 'a A 12', 'a A 12, minimum pp.2 50', ''],
    ['a A 10', '', 'a A 12', '', ''], //                               all removed
  ])('%s, own %s; moved to %s: %s, without %s', (base, own, target, expected, lost) => {
    const moved = carryPrices({ base: prices(base), own: prices(own), target: prices(target) }, 'pp.2');
    const { overrideCards } = moved.terms;
    expect(overrideCards ? overrideCards.map(print).join(', ') : null).toBe(expected);
    expect(moved.dropped.join(', ')).toBe(lost);
  });
});

it.each([
  //  before  own    target  carried; undefined follows the target
  [['1'], ['1'], ['2'], undefined],
  [['1'], ['3'], ['2'], ['3']],
  [['1'], [], ['2'], []],
])('rules %j, own %j; moved to %j: %j', (base, own, target, expected) => {
  const moved = carryPrices(
    { base: prices('', base), own: prices('', own), target: prices('', target) },
    'pp.2',
  );
  expect(moved.terms.overrideRules?.map(({ computation }) => computation)).toEqual(expected);
});
