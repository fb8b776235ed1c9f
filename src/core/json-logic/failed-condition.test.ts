import { describe, expect, it } from 'vitest';
import { decimal } from '../decimal.ts';
import { conditionsOf, MATCHER_LIMITS } from './index.ts';

const region = { var: 'dimensions.region' };
const bytes = { var: 'attributes.bytes' };
const isEu = { '==': [region, 'eu'] };
const isLarge = { '>': [bytes, 100] };

const context = {
  attributes: new Map([['bytes', decimal('5')]]),
  dimensions: new Map([
    ['region', 'us'],
    ['tier', 'free'],
  ]),
};

function failed(logic: unknown, given = context): string | null {
  return conditionsOf(JSON.stringify(logic), MATCHER_LIMITS).findFailed(given)?.text ?? null;
}

describe('the first condition that fails', () => {
  it.each([
    ['a comparison', isEu, "dimensions.region = 'eu'"],
    ['a strict one', { '!==': [region, 'us'] }, "dimensions.region ≠ 'us'"],
    ['a list', { in: [region, ['eu', 'ap']] }, "dimensions.region in ('eu', 'ap')"],
    ['a range', { '<=': [10, bytes, 20] }, '10 <= attributes.bytes <= 20'],
    ['a calculation', { '>': [{ '*': [bytes, 8] }, 100] }, '(attributes.bytes * 8) > 100'],
    ['the first of several', { and: [isEu, isLarge] }, "dimensions.region = 'eu'"],
    ['the second of several', { and: [{ '!': isEu }, isLarge] }, 'attributes.bytes > 100'],
    ['inside of several', { and: [{ and: [true, isLarge] }, isEu] }, 'attributes.bytes > 100'],
    ['all alternatives', { or: [isEu, isLarge] }, "(dimensions.region = 'eu') or (attributes.bytes > 100)"],
    ['the only alternative', { or: [isEu] }, "dimensions.region = 'eu'"],
    ['a negation', { '!': { '==': [region, 'us'] } }, "not (dimensions.region = 'us')"],
    ['the branch that is taken', { if: [isEu, true, isLarge] }, 'attributes.bytes > 100'],
    ['no branch', { if: [isEu, true] }, `{"if":[{"==":[{"var":"dimensions.region"},"eu"]},true]}`],
    ['a truth', { '!!': isLarge }, 'attributes.bytes > 100'],
    ['a literal', false, 'false'],
    ['what has no sign', { substr: ['', 0] }, '{"substr":["",0]}'],
    ['nothing', { '==': [region, 'us'] }, null],
    ['what cannot be evaluated', { '>': [{ var: 'attributes.none' }, 1] }, null],
  ] as const)('%s', (_, logic, text) => {
    expect(failed(logic)).toBe(text);
  });

  it('names the variables that it reads', () => {
    const { findFailed } = conditionsOf(JSON.stringify({ and: [isLarge, isEu] }), MATCHER_LIMITS);
    expect(findFailed(context)?.variables).toEqual(['attributes.bytes']);
  });

  it('is found at any depth that logic may have', () => {
    let logic: unknown = isEu;
    for (let level = 0; level < 24; level++) logic = { and: [true, logic] };
    expect(failed(logic)).toBe("dimensions.region = 'eu'");
  });
});

it('logic is taken apart into the largest parts that depend on one variable', () => {
  const notEuOrUs = { and: [{ '!=': [region, 'eu'] }, { '!=': [region, 'us'] }] };
  const either = { or: [{ and: [notEuOrUs, isLarge] }, { if: [isEu, isLarge, true] }] };
  const { ofOneVariable } = conditionsOf(JSON.stringify(either), MATCHER_LIMITS);
  expect(ofOneVariable.map(({ text, holds }) => [text, holds(context)])).toEqual([
    ["(dimensions.region ≠ 'eu') and (dimensions.region ≠ 'us')", false],
    ['attributes.bytes > 100', false],
  ]);
});
