import { describe, expect, it } from 'vitest';
import type { RateCardRow } from '#areas/price-plans/index.ts';
import type { PricingRuleRow } from '#areas/pricing-rules/index.ts';
import { carryOverride, type Priced } from './carry-override.ts';

/** `name:billable@rate`, such as `base:fee@10`; a commitment bills its plan. */
function card(text: string, position: number): RateCardRow {
  const [, name = '', billableId = '', rate = ''] = /^(\w+):([\w.]+)@(\d+)$/.exec(text) ?? [];
  const isCommitment = billableId.startsWith('pp.');
  const rateValues = [{ currency: 'USD', rate }];
  const details = isCommitment
    ? { minimumCommitmentRateCard: { displayName: 'Least', rateValues } }
    : { fixedFeeRateCard: { name, id: billableId, enableProration: false, rateValues } };
  return {
    ...{ referenceId: 'ppv.1', name, position, billableId, displayName: name, tag: null, details },
    ...{ type: isCommitment ? 'MINIMUM_COMMITMENT' : 'FIXED_FEE', invoiceTiming: 'IN_ARREARS' },
  };
}

/** `name=computation` or `name=computation>target`. */
function rule(text: string, index: number): PricingRuleRow {
  const [, name = '', computation = '', target] = /^(\w+)=(\w+)(?:>(.+))?$/.exec(text) ?? [];
  const action = target ? { type: 'UPDATE' as const, target } : { type: 'ADD' as const };
  const base = { invoiceTiming: 'IN_ARREARS' as const, order: index + 1, condition: null };
  return { ...base, referenceId: 'ppv.1', id: `rule.${name}`, version: 3, name, computation, action };
}

const priced = (cards: string, rules = ''): Priced => ({
  cards: words(cards).map((text, index) => card(text, index + 1)),
  rules: words(rules).map(rule),
});
const words = (text: string) => text.split(' ').filter(Boolean);

function print(name: string, details: RateCardRow['details'], billableId: string): string {
  const { fixedFeeRateCard: fee, minimumCommitmentRateCard: min } = details;
  const [value] = (fee ?? min)?.rateValues ?? [];
  // The name inside must be the one beside.
  return `${fee && fee.name !== name ? `${fee.name} inside ` : ''}${name}:${billableId}@${value?.rate}`;
}

function carry(own: Priced, source: Priced, target: Priced): string {
  const carried = carryOverride({ own, source, target: { ...target, planId: 'pp.target' } });
  const cards = carried.overrideCards?.map((each) => print(each.name, each.details, each.billableId));
  const rules = carried.overrideRules?.map((each) => `${each.name}=${each.computation}`);
  return [cards?.join(' ') ?? 'target', rules?.join(' ') ?? 'target', carried.dropped.join('; ')].join(' | ');
}

describe('what an account pays instead of its plan, laid over another plan', () => {
  const source = 'base:fee@10 seat:seat@5';
  it.each<[string, string, string, string]>([
    // what, what the account pays, the target, and: cards | rules | dropped
    ['nothing', source, 'a:fee@12 b:seat@6', 'target | target | '],
    ['a changed price', 'base:fee@9 seat:seat@5', 'a:fee@12 b:seat@6', 'a:fee@9 b:seat@6 | target | '],
    ['a card that is gone', 'base:fee@10', 'a:fee@12 b:seat@6', 'a:fee@12 | target | '],
    ['a card of its own', `${source} own:gold@1`, 'a:fee@12', 'a:fee@12 own:gold@1 | target | '],
    ['the same, named alike', `${source} own:gold@1`, 'own:fee@12', 'own:fee@12 own_2:gold@1 | target | '],
    ['the same, in the target', `${source} own:gold@1`, 'a:fee@12 g:gold@3', 'a:fee@12 g:gold@1 | target | '],
    [
      'a change of what the target has not',
      'base:fee@10 seat:seat@4',
      'a:fee@12',
      'target | target | FIXED_FEE card seat of seat',
    ],
    ['a removal of what the target has not', 'base:fee@10', 'a:fee@12', 'target | target | '],
    ['all of it', 'seat:seat@4 own:gold@1', 'a:fee@12 b:seat@6', 'b:seat@4 own:gold@1 | target | '],
  ])('%s', (_, own, target, expected) => {
    expect(carry(priced(own), priced(source), priced(target))).toBe(expected);
  });

  it('a minimum commitment is of the plan that it stands in', () => {
    const [own, former] = [priced('least:pp.source@500'), priced('least:pp.source@1000')];
    const expected = 'minimum:pp.target@500 | target | ';
    expect(carry(own, former, priced('minimum:pp.target@2000'))).toBe(expected);
    expect(carry(own, priced(''), priced(''))).toBe('least:pp.target@500 | target | ');
  });

  it.each([
    // own rules                   rules of the source  expected
    ['a=1', 'a=1', 'target | target | '],
    ['a=2', 'a=1', 'target | a=2 | '],
    ['', 'a=1', 'target |  | '],
    ['a=2 b=1>revenue.ff.seat', 'a=1', 'target | a=2 | pricing rule b'],
    ['b=1>revenue.ff.fee', '', 'target | b=1 | '],
  ])('rules %s instead of %s', (own, former, expected) => {
    const cards = 'base:fee@10 seat:seat@5';
    expect(carry(priced(cards, own), priced(cards, former), priced('a:fee@12', 'z=9'))).toBe(expected);
  });
});
