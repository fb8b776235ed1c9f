import { describe, expect, it, test } from 'vitest';
import { checkTiers } from './tier-check.ts';
import { readTierKey } from './tier-keys.ts';
import { insertTier, moveBorder, pasteTiers, removeTier, type TierRow } from './tier-rows.ts';

const say = Object.assign((key: string, values: object = {}) => [key, ...Object.values(values)].join(' '), {
  count: (key: string) => key,
});
/** `0-1000@0.01 1000-@0.008`: from, to, price in USD. */
const tiers = (text: string): TierRow[] =>
  text.split(' ').map((part) => {
    const [, from = '', to = '', rate = ''] = /^([^-]*)-([^@]*)@(.*)$/.exec(part) ?? [];
    return { from, to, priceType: 'PER_UNIT', packageSize: '', 'rate.USD': rate };
  });
const print = (rows: readonly TierRow[]) =>
  rows.map((row) => `${row.from}-${row.to}@${row['rate.USD']}`).join(' ');

describe('errors of tiers', () => {
  it.each<[string, Record<string, string>]>([
    ['0-@1', {}],
    ['0-1000@1 1000-@2', {}],
    ['0-1,000@1 1000-@2', {}],
    ['0-1000@1 1200-@2', { 'tiers.1.from': 'gap 1000 1200' }],
    ['0-1000@1 900-@2', { 'tiers.1.from': 'overlap 900 1000 1 2' }],
    ['10-@1', { 'tiers.0.from': 'gap 0 10' }],
    ['0-1000@1', { 'tiers.0.to': 'gapAbove 1000' }],
    ['0-@1 1000-@2', { 'tiers.0.to': 'endNeeded' }],
    ['0-0@1 0-@2', { 'tiers.0.to': 'endTooSmall 0' }],
    ['0-x@1 5-@2', { 'tiers.0.to': 'numberNeeded' }],
    ['0-@', { 'tiers.0.rate.USD': 'numberNeeded' }],
    // More digits than a double has.
    ['0-0.1000000000000000000001@1 0.1-@2', { 'tiers.1.from': 'overlap 0.1 0.1000000000000000000001 1 2' }],
  ])('%s', (text, errors) => {
    expect(checkTiers({ rows: tiers(text), currencies: ['USD'], say: say as never })).toEqual(errors);
  });

  it('names the currency without prices, and what a package and a price of events need', () => {
    const rows = tiers('0-10@1 10-@2').map((row) => ({ ...row, priceType: 'PACKAGE', packageSize: '0' }));
    expect(checkTiers({ rows, currencies: ['USD', 'EUR'], say: say as never })).toEqual({
      ...{
        tiers: 'pricesMissing EUR',
        'tiers.0.packageSize': 'sizeNeeded',
        'tiers.1.packageSize': 'sizeNeeded',
      },
      ...{ 'tiers.0.rate.EUR': 'numberNeeded', 'tiers.1.rate.EUR': 'numberNeeded' },
    });
    const dynamic = tiers('0-10@1 10-@2').map((row) => ({ ...row, priceType: 'DYNAMIC' }));
    const errors = checkTiers({ rows: dynamic, currencies: ['USD'], say: say as never });
    expect(errors).toEqual({ 'tiers.0.priceType': 'dynamicAlone' });
  });

  it('bounds may be empty, but not cross', () => {
    const [row] = tiers('0-@1');
    const check = (min: string, max: string) =>
      checkTiers({
        rows: [{ ...row, 'min.USD': min, 'max.USD': max } as TierRow],
        currencies: ['USD'],
        say: say as never,
      });
    expect([check('', '5'), check('5', '5'), check('6', '5'), check('x', '')]).toEqual([
      ...[{}, {}],
      ...[{ 'tiers.0.min.USD': 'boundsCrossed' }, { 'tiers.0.min.USD': 'numberNeeded' }],
    ]);
  });
});

describe('editing tiers', () => {
  it('a border that two tiers share moves in both, and another does not', () => {
    const rows = tiers('0-1000@1 1,000-@2');
    expect(print(moveBorder(rows, 0, { member: 'to', typed: '500' }))).toBe('0-500@1 500-@2');
    expect(print(moveBorder(rows, 1, { member: 'from', typed: '7' }))).toBe('0-7@1 7-@2');
    const apart = tiers('0-10@1 20-@2');
    expect(print(moveBorder(apart, 0, { member: 'to', typed: '15' }))).toBe('0-15@1 20-@2');
  });

  it.each([
    ['0-@1', 0, '0-1000@1 1000-@1'],
    ['0-1000@1 1000-@2', 1, '0-1000@1 1000-10000@2 10000-@2'],
    ['0-1000@1 1000-@2', 0, '0-1000@1 1000-1000@1 1000-@2'],
  ])('%s with one below tier %i', (text, index, after) => {
    expect(print(insertTier(tiers(text), index))).toBe(after);
  });

  it.each([
    ['0-10@1 10-20@2 20-@3', 1, '0-20@1 20-@3'],
    ['0-10@1 10-20@2 20-@3', 0, '0-20@2 20-@3'],
    ['0-10@1 10-20@2 20-@3', 2, '0-10@1 10-@2'],
    ['0-@1', 0, '0-@1'],
  ])('%s without tier %i', (text, index, after) => {
    expect(print(removeTier(tiers(text), index))).toBe(after);
  });

  it('ten tiers are the most', () => {
    let rows = tiers('0-@1');
    for (let count = 0; count < 12; count++) rows = [...insertTier(rows, rows.length - 1)];
    expect(rows).toHaveLength(10);
  });

  it.each([
    ['1000\t0.01\n10000\t0.008\n∞\t0.005', '0-1000@0.01 1000-10000@0.008 10000-@0.005'],
    ['0\t10\t1\r\n10\t\t2\r\n', '0-10@1 10-@2'],
    ['0.01', null],
    ['1\t2\t3\t4\n1\t2\t3\t4', null],
    ['1\t2\n1\t2\t3', null],
  ])('pasted: %j', (text, after) => {
    const pasted = pasteTiers(text, { currency: 'USD', like: tiers('0-@9')[0] as TierRow });
    expect(pasted && print(pasted)).toBe(after);
  });
});

test.each([
  [{ key: 'Enter' }, 'tiers.2.from', 'INPUT', { act: 'insert', index: 2 }],
  [{ key: 'Backspace', ctrlKey: true }, 'tiers.0.rate.USD', 'INPUT', { act: 'remove', index: 0 }],
  [{ key: 'Backspace' }, 'tiers.0.to', 'INPUT', null],
  [{ key: 'ArrowDown' }, 'tiers.0.rate.USD', 'INPUT', { act: 'go', index: 0, step: 1, member: 'rate.USD' }],
  [{ key: 'ArrowUp' }, 'tiers.1.priceType', 'SELECT', null],
  [{ key: 'Enter' }, 'displayName', 'INPUT', null],
])('key %j in %s', (key, name, tagName, expected) => {
  const pressed = { ctrlKey: false, metaKey: false, ...key, target: { name, tagName } as never };
  expect(readTierKey(pressed)).toEqual(expected);
});
