import { describe, expect, it, test } from 'vitest';
import { Problem } from '#platform/problem.ts';
import { checkRuleTargets } from './check-rule-targets.ts';
import { readPricingRules } from './read-pricing-rules.ts';
import type { CreatePricingRule } from './schema.ts';

function rule(more: Partial<CreatePricingRule> = {}): CreatePricingRule {
  return { name: 'Rule', order: 1, computation: '1', action: { type: 'ADD' }, ...more };
}

function update(target: string): CreatePricingRule {
  return rule({ action: { type: 'UPDATE', target } });
}

const LOOP = `{"reduce":[[${'1,'.repeat(500)}1],{"+":[{"var":"current"},{"var":"accumulator"}]},0]}`;

/** What is refused, or the rules as they are kept. */
async function read(...sent: CreatePricingRule[]) {
  try {
    return await readPricingRules(sent, 'pricingRules');
  } catch (error) {
    if (error instanceof Problem) return error.message;
    throw error;
  }
}

describe('a rule is kept', () => {
  it('with canonical logic, trimmed words and the default timing', async () => {
    const sent = rule({
      name: ' Allowance ',
      condition: { '>': [{ var: 'usage.urc.um.1' }, 10] },
      computation: '{"var": "usage.tag.EU west"}',
      action: { type: 'ADD', target: '', id: ' a ', description: '', metadata: {} },
    });
    expect(await read(sent)).toEqual([
      {
        name: 'Allowance',
        order: 1,
        invoiceTiming: 'IN_ARREARS',
        condition: '{">":[{"var":"usage.urc.um.1"},10]}',
        computation: '{"var":"usage.tag.EU west"}',
        action: { type: 'ADD', id: 'a' },
      },
    ]);
  });

  it('without a condition when that is empty', async () =>
    expect(await read(rule({ condition: ' ' }))).toMatchObject([{ condition: null }]));

  it('beside a rule of the other timing with the same order', async () =>
    expect(await read(rule(), rule({ invoiceTiming: 'IN_ADVANCE' }))).toHaveLength(2));

  test.each([
    'revenue.ff.addon.1',
    'revenue.cg.card 1',
    'revenue.ber.feature.1',
    'usage.urc.um.1',
    'usage.lic.a.b.c',
    'usage.eo.feature.1',
  ])('with the target %s', async (target) => {
    expect(await read(update(target))).toMatchObject([{ action: { target } }]);
  });
});

describe('a rule is rejected', () => {
  const variable = (name: string) => rule({ computation: `{"var":"${name}"}` });
  test.each<[string, CreatePricingRule, RegExp]>([
    ['broken JSON', rule({ computation: '{"+":[1' }), /^pricingRules\[0\]\.computation: .*JSON/],
    ['an empty computation', rule({ computation: '' }), /^pricingRules\[0\]\.computation: /],
    ['an unknown operator', rule({ condition: '{"eval":[1]}' }), /^pricingRules\[0\]\.condition: .*eval/],
    ['an unknown name', variable('usage.um.1'), /computation: usage\.um\.1 is not a variable; use rev/],
    ['a setting', variable('setting.x'), /setting\.x is not a variable/],
    ['a name without id', variable('revenue.ff.'), /revenue\.ff\. is not a variable/],
    ['all data', rule({ computation: '{"var":""}' }), /literal, not computed/],
    ['a computed name', rule({ computation: '{"var":{"cat":["a","b"]}}' }), /literal, not computed/],
    ['a constant division by 0', rule({ computation: '{"/":[1,0]}' }), /computation: "\/" divides by zero/],
    ['a constant text', rule({ computation: '"hello"' }), /computation: the result must be a number/],
    ['an endless constant', rule({ computation: LOOP }), /computation: The logic takes too many steps/],
    ['a constant that fails', rule({ condition: '{">":[null,1]}' }), /^pricingRules\[0\]\.condition: /],
    ['10,001 characters', rule({ computation: `"${'x'.repeat(9_999)}"` }), /10000 characters|4096 char/],
    [
      'a target of ADD',
      rule({ action: { type: 'ADD', target: 'revenue.ff.a' } }),
      /action\.target: is not valid for ADD/,
    ],
    ['no target', rule({ action: { type: 'UPDATE' } }), /action\.target: is required for UPDATE/],
    ['a tag as target', update('revenue.tag.EU'), /action\.target: .* tags and totals cannot be set/],
    ['the total as target', update('revenue.rate_card_total'), /tags and totals cannot be set/],
    ['an addition as target', update('revenue.rule.x'), /tags and totals cannot be set/],
    ['the usage of a fee', update('usage.ff.a'), /kind ff is not rated by its usage; use revenue\.ff/],
    ['the credit of a grant', update('credit.cg.a'), /must be revenue/],
  ])('%s', async (_, sent, sentence) => expect(await read(sent)).toMatch(sentence));

  it('for the place of another one', async () =>
    expect(await read(rule(), rule())).toBe(
      'pricingRules[1].order: another IN_ARREARS rule has the order 1; choose another',
    ));

  it('in company of more logic than an invoice should have to read', async () => {
    const computation = `{"+":[${'1,'.repeat(900)}${'9'.repeat(38)}]}`; // 1,846 characters
    const rules = Array.from({ length: 55 }, (_, index) => rule({ order: index + 1, computation }));
    expect(await read(...rules)).toBe(
      'pricingRules: the logic of all rules together must have at most 100000 characters',
    );
    expect(await read(...rules.slice(1))).toHaveLength(54);
  });

  it('after a hundred', async () =>
    expect(await read(...Array.from({ length: 101 }, (_, index) => rule({ order: index + 1 })))).toBe(
      'pricingRules: must have at most 100 rules',
    ));
});

describe('a target', () => {
  const arrears = { invoiceTiming: 'IN_ARREARS', tag: null };
  const cards = [
    { type: 'USAGE', billableId: 'um.1', name: 'calls', ...arrears },
    { type: 'FIXED_FEE', billableId: 'addon.1', name: 'fee', ...arrears, invoiceTiming: 'IN_ADVANCE' },
    { type: 'CREDIT_GRANT', billableId: 'addon.2', name: 'small', ...arrears },
    { type: 'CREDIT_GRANT', billableId: 'addon.2', name: 'large', ...arrears },
  ];
  test.each([
    ['usage.urc.um.1', null],
    ['usage.urc.calls', null],
    ['revenue.cg.large', null],
    ['revenue.urc.um.2', 'the plan has no such rate card'],
    ['revenue.ff.um.1', 'the plan has no such rate card'],
    ['revenue.ff.addon.1', 'its rate card is not invoiced IN_ARREARS'],
    ['revenue.cg.addon.2', 'matches several rate cards; use the name of one'],
  ])('%s: %s', async (target, problem) => {
    const found = checkRuleTargets(await readPricingRules([update(target)], ''), cards);
    expect(found).toEqual(
      problem === null ? [] : [{ ruleName: 'Rule', message: `target ${target}: ${problem}` }],
    );
  });
});
