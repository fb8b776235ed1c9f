import { describe, expect, it } from 'vitest';
import { decimal } from '#core/decimal.ts';
import type { Effect, EffectKind } from '#platform/db/effects.ts';
import { describeEffects, isHeld, sayTotals } from './rules.ts';

/** `REFUND 12.50 USD`, `DELETION`, or `FINALIZATION ?` for an unknown amount. */
function effect(text: string): Effect {
  const [kind, amount = '', currency = ''] = text.split(' ');
  return {
    ...{ kind: kind as EffectKind, action: 'DELETE', subject: null, accountId: null },
    money: currency ? { amount: decimal(amount), currency } : null,
  };
}

const RULES = [
  {
    kind: 'REFUND',
    limits: [
      { currency: 'USD', amount: '50' },
      { currency: 'BHD', amount: '0.100' },
    ],
  },
  { kind: 'FINALIZATION', limits: [{ currency: 'JPY', amount: '1000' }] },
  { kind: 'DELETION', limits: [] },
] as const;

describe('requests wait', () => {
  it.each<[effects: string[], rules: number, waits: boolean]>([
    [['REFUND 50 USD'], 1, false],
    [['REFUND 50.0001 USD'], 1, true],
    [['REFUND 25 USD', 'REFUND 25 USD'], 1, false],
    [['REFUND 25 USD', 'REFUND 25.01 USD'], 1, true], // 50.01
    // 0.1 + 0.2 − 0.2, which doubles miss
    [['REFUND 0.1 BHD'], 1, false],
    [['REFUND 0.03 BHD', 'REFUND 0.07 BHD'], 1, false],
    [['REFUND 0.101 BHD'], 1, true],
    [['REFUND 0 EUR'], 1, true], // no limit in its currency
    [['REFUND 40 USD', 'REFUND 0.05 BHD'], 1, false], // each below its own
    [['REFUND ?'], 1, true], // an amount that nobody knows
    [['FINALIZATION 1000 JPY'], 1, false], // no rule of the kind
    [['FINALIZATION 1000 JPY'], 2, false],
    [['FINALIZATION 1001 JPY'], 2, true],
    [['DELETION'], 2, false],
    [['DELETION'], 3, true],
    [['ACCESS'], 1, true],
    [['ACCESS'], 0, false],
    [['REFUND 1000 USD', 'DELETION'], 0, false],
  ])('%j with %d rules: %s', (effects, rules, waits) => {
    const policy = { rules: RULES.slice(0, rules), exemptKeyIds: ['exempt'] };
    expect(isHeld(policy, effects.map(effect), null)).toBe(waits);
    expect(isHeld(policy, effects.map(effect), 'other')).toBe(waits);
    expect(isHeld(policy, effects.map(effect), 'exempt')).toBe(waits && effects.includes('ACCESS'));
  });
});

describe('what is approved', () => {
  it('is the same in any order, and another with another amount', () => {
    const digest = (...texts: string[]) => describeEffects(texts.map(effect)).digest;
    const first = digest('REFUND 10 USD', 'DELETION');
    expect(digest('DELETION', 'REFUND 10.00 USD')).toBe(first);
    expect(digest('DELETION', 'REFUND 10.01 USD')).not.toBe(first);
    expect(digest('DELETION', 'DELETION', 'REFUND 10 USD')).not.toBe(first);
  });

  it('is said with the digits of its currency', () => {
    const texts = [
      'REFUND 10 USD',
      'REFUND 2.5 USD',
      'FINALIZATION 7 JPY',
      'FINALIZATION 0.1 BHD',
      'DELETION',
    ];
    expect(sayTotals(describeEffects(texts.map(effect)).totals)).toBe(
      '2 refunds of 12.50 USD and a finalization of 7 JPY and a finalization of 0.100 BHD and a deletion',
    );
  });
});
