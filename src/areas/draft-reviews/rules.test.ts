import { describe, expect, it } from 'vitest';
import { decimal, decimalText } from '#core/decimal.ts';
import type { CheckLevel, Finding } from '#core/invoice-checks/index.ts';
import { deltaOf, keyFinding, levelOf, percentOf } from './rules.ts';

describe('the change since the previous cycle', () => {
  it.each([
    // amount  previous  change    percent
    ['150', '100', '50', '50'],
    ['100', '100', '0', '0'],
    ['0', '100', '-100', '-100'],
    ['100', '0', '100', null],
    ['0', '0', '0', null],
    ['100', null, null, null],
    ['1', '3', '-2', '-66.666666666666666667'], //  −2 / 3, to 18 places
    ['4', '3', '1', '33.333333333333333333'],
    ['50', '-100', '150', '150'], //               it grew
    ['-150', '-100', '-50', '-50'], //             it fell
    ['0.3', '0.1', '0.2', '200'], //               doubles say 199.99999999999997
    ['1.005', '1', '0.005', '0.5'],
    ['100000000000000000000000000000000.01', '100000000000000000000000000000000', '0.01', '0'],
  ])('%s after %s: %s, %s %%', (amount, previous, delta, percent) => {
    const before = previous === null ? null : decimal(previous);
    const text = (value: ReturnType<typeof deltaOf>) => (value === null ? null : decimalText(value));
    expect(text(deltaOf(decimal(amount), before))).toBe(delta);
    expect(text(percentOf(decimal(amount), before))).toBe(percent);
  });
});

const finding = (level: CheckLevel, events: string): Finding => ({
  ...{ rule: 'LATE_EVENTS', level, subject: null, figures: { events } },
});

describe('the key of a finding', () => {
  const key = keyFinding(finding('INFO', '3')).key;
  it.each<[string, Finding, boolean]>([
    ['the same finding', finding('INFO', '3'), true],
    ['at another level', finding('WARN', '3'), true],
    ['with another figure', finding('INFO', '4'), false],
    ['of another rule', { ...finding('INFO', '3'), rule: 'EVENTS_IN_QUEUE' }, false],
    ['about another subject', { ...finding('INFO', '3'), subject: 'um.1' }, false],
  ])('is the same: %s', (_, other, isSame) => {
    expect(keyFinding(other).key === key).toBe(isSame);
  });
});

describe('the level of a draft', () => {
  const [block, warn, info] = [finding('BLOCK', '1'), finding('WARN', '2'), finding('INFO', '3')].map(
    keyFinding,
  );
  const all = [info, block, warn].flatMap((each) => each ?? []);
  it.each([
    ['nothing is dismissed', [], 'BLOCK'],
    ['the gravest is', [block], 'WARN'],
    ['a milder one is', [warn], 'BLOCK'],
    ['only the mildest is left', [block, warn], 'INFO'],
    ['all are', [block, warn, info], 'NONE'],
  ])('%s', (_, dismissed, level) => {
    expect(levelOf(all, new Map(dismissed.map((each) => [each?.key ?? '', true])))).toBe(level);
  });

  it('without findings is NONE', () => {
    expect(levelOf([], undefined)).toBe('NONE');
  });
});
