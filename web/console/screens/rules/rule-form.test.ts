import { describe, expect, test } from 'vitest';
import type { PricingRule } from '../../../api/generated/types.ts';
import { type Computation, readComputation, writeComputation } from './computation-shape.ts';
import { fieldsOf, NEW_RULE, ruleForm, ruleOf } from './rule-form.ts';
import { moveInOrder, nextOrder, withRule } from './rule-order.ts';
import { readRuleProblems } from './rule-view.ts';

const say = Object.assign((key: string) => key, { count: (key: string) => key }) as never;
const rule = (id: string, order: number, more: Partial<PricingRule> = {}): PricingRule => ({
  ...{ id, name: id, version: 1, invoiceTiming: 'IN_ARREARS', order, computation: '1' },
  action: { type: 'ADD' },
  ...more,
});

describe('a calculation and its text', () => {
  const v = '{"var":"usage.urc.m"}';
  const base = { variable: 'usage.urc.m', number: '10', price: '' };
  test.each<[string, Computation | null]>([
    ['10', { shape: 'AMOUNT', variable: '', number: '10', price: '' }],
    [`{"*":[${v},10]}`, { ...base, shape: 'SHARE' }],
    [`{"min":[${v},10]}`, { ...base, shape: 'CAP' }],
    [`{"max":[${v},10]}`, { ...base, shape: 'FLOOR' }],
    [`{"-":[${v},10]}`, { ...base, shape: 'LESS' }],
    [`{"*":[{"max":[{"-":[${v},10]},0]},0.25]}`, { ...base, shape: 'EXCESS', price: '0.25' }],
    [`{"/":[${v},10]}`, null],
    [`{"*":[${v},${v}]}`, null],
    ['"10"', null],
  ])('%s', (text, computation) => {
    expect(readComputation(text)).toEqual(computation);
    if (computation) expect(writeComputation(computation)).toBe(text);
  });
});

describe('a rule as a form', () => {
  const form = ruleForm({ initial: NEW_RULE, others: [rule('Other', 2)], say, logic: say });
  const fields = { ...NEW_RULE, name: 'Mine', computation: '1' };
  test.each([
    [{}, {}],
    [{ name: ' ' }, { name: 'nameNeeded' }],
    [{ name: 'Other' }, { name: 'nameTaken' }],
    [{ order: '2' }, { order: 'orderTaken' }],
    [{ order: '2', timing: 'IN_ADVANCE' }, {}],
    [{ order: '0' }, { order: 'orderNeeded' }],
    [{ computation: '' }, { computation: 'resultNeeded' }],
    [{ condition: '{"nope":1}' }, { condition: 'unknownOperator' }],
    [{ actionType: 'UPDATE' }, { target: 'targetNeeded' }],
  ])('%j', (change, errors) => expect(form.check({ ...fields, ...change })).toEqual(errors));

  test('logic is sent in one line: the service takes no line breaks', () => {
    const stored = rule('Kept', 1, { condition: '{">":[{"var":"usage.urc.m"},1]}' });
    expect(fieldsOf(stored).condition).toContain('\n');
    expect(ruleOf(fieldsOf(stored)).condition).toBe(stored.condition);
  });

  test('metadata that the form does not show stays', () => {
    const stored = rule('Kept', 1, { action: { type: 'ADD', metadata: { team: 'a', type: 'DISCOUNT' } } });
    const read = fieldsOf(stored);
    expect(ruleOf(read, stored.action.metadata).action.metadata).toEqual({ team: 'a', type: 'DISCOUNT' });
    expect(ruleOf({ ...read, isDiscount: false }, stored.action.metadata).action.metadata).toEqual({
      team: 'a',
    });
  });
});

test('rules change places with their neighbour of the same timing', () => {
  const rules = [rule('a', 1), rule('b', 4), rule('c', 2, { invoiceTiming: 'IN_ADVANCE' })];
  expect(moveInOrder(rules, 'b', -1).map(({ order }) => order)).toEqual([4, 1, 2]);
  expect(moveInOrder(rules, 'b', 1).map(({ order }) => order)).toEqual([1, 4, 2]);
  expect(nextOrder(rules, 'IN_ARREARS')).toBe('5');
  const edited = ruleOf({ ...fieldsOf(rule('b', 4)), name: 'B' });
  expect(withRule(rules, edited, 'b').map(({ name }) => name)).toEqual(['a', 'B', 'c']);
  expect(withRule(rules, edited, 'new').map(({ name }) => name)).toEqual(['a', 'b', 'c', 'B']);
});

test('a rejection is read rule by rule', () => {
  expect(
    readRuleProblems(
      'pricingRules[1].condition: "nope" is not an operator; pricingRules[0].action.target: is required',
    ),
  ).toEqual([
    { index: 1, field: 'condition', sentence: '"nope" is not an operator' },
    { index: 0, field: 'target', sentence: 'Is required' },
  ]);
});
