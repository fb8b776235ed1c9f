import { describe, expect, it } from 'vitest';
import { decimal, ZERO } from '../decimal.ts';
import {
  CHECK_RULES,
  type CheckedDraft,
  checkDraft,
  checkTermsProblem,
  DEFAULT_TERMS,
  describeFinding,
  readCheckTerms,
} from './index.ts';

/** A draft about which no rule finds anything. */
const CLEAN: CheckedDraft = {
  currency: 'USD',
  total: decimal('100'),
  isRunning: false,
  gross: { rounded: decimal('100'), exact: decimal('100') },
  earlierTotals: [decimal('100')],
  lines: [],
  earlierLines: [],
  plan: { id: 'pp.1', name: 'Growth', version: 3, wasBilledBefore: true },
  overrides: { earlier: false, now: false },
  meters: [],
  events: { received: 100, rejected: 0, inQueue: 0, late: 0 },
  credits: [],
  dueDay: Temporal.PlainDate.from('2030-03-05'),
  walletCurrency: 'USD',
  buyer: { hasAddress: true, hasTaxId: true, hasEmail: true },
  duplicates: [],
  obstacles: [],
};

/** One that breaks every rule that can be broken together. */
const BAD: CheckedDraft = {
  ...CLEAN,
  total: decimal('-500'),
  earlierLines: [{ id: 'um.a', description: 'Calls', value: decimal('7'), isMetered: true }],
  plan: { id: 'pp.1', name: 'Growth', version: 3, wasBilledBefore: false },
  overrides: { earlier: true, now: false },
  meters: [
    {
      ...{ meterId: 'um.a', name: 'calls', hours: 100, hoursWithUsage: 90, gapHours: 10 },
      gapFrom: Temporal.Instant.from('2030-01-20T03:00:00Z'),
    },
  ],
  events: { received: 100, rejected: 2, inQueue: 3, late: 4 },
  credits: [
    {
      ...{ id: 'crd.1', purpose: 'Welcome', free: decimal('5'), payable: decimal('1') },
      lastDay: Temporal.PlainDate.from('2030-03-01'),
    },
  ],
  walletCurrency: 'EUR',
  buyer: { hasAddress: false, hasTaxId: false, hasEmail: true },
  duplicates: [{ id: 'inv.2', number: null, amount: decimal('-500') }],
  obstacles: [{ type: 'AMOUNT_ERROR', value: 'too large' }],
};

describe('checkDraft', () => {
  it('finds nothing about a clean draft', () => {
    expect(checkDraft(CLEAN, DEFAULT_TERMS)).toEqual([]);
  });

  it('lists the gravest findings first, and then by rule', () => {
    expect(checkDraft(BAD, DEFAULT_TERMS).map(({ level, rule }) => `${level} ${rule}`)).toEqual([
      'BLOCK EVENTS_IN_QUEUE',
      'BLOCK NEGATIVE_TOTAL',
      'BLOCK DUPLICATE_OF_MANUAL_INVOICE',
      'BLOCK CANNOT_BE_ISSUED',
      'WARN AMOUNT_UNUSUAL',
      'WARN LINE_WENT_TO_ZERO',
      'WARN USAGE_GAP',
      'WARN EVENTS_REJECTED',
      'WARN CREDITS_UNUSED',
      'WARN DETAILS_MISSING',
      'WARN WALLET_CURRENCY_DIFFERS',
      'WARN OVERRIDE_REMOVED',
      'INFO FIRST_INVOICE_OF_PLAN_VERSION',
      'INFO LATE_EVENTS',
      'INFO CREDIT_EXPIRES_BEFORE_DUE',
      'INFO TAX_ID_MISSING',
    ]);
    const lost = { ...CLEAN, total: ZERO, gross: { rounded: ZERO, exact: decimal('0.004') } };
    const found = checkDraft({ ...lost, earlierTotals: [] }, DEFAULT_TERMS);
    expect(found.map(({ level, rule }) => `${level} ${rule}`)).toEqual(['INFO TOTAL_ROUNDS_TO_ZERO']);
  });

  it('takes levels from the terms, and leaves out a rule that is off', () => {
    const terms = readCheckTerms({ NEGATIVE_TOTAL: { level: 'INFO' }, EVENTS_IN_QUEUE: { level: 'OFF' } });
    const found = checkDraft(BAD, terms);
    expect(found.find(({ rule }) => rule === 'NEGATIVE_TOTAL')?.level).toBe('INFO');
    expect(found.some(({ rule }) => rule === 'EVENTS_IN_QUEUE')).toBe(false);
  });

  it('stops at twenty findings of one rule', () => {
    const earlierLines = Array.from({ length: 1000 }, (_, i) => ({
      ...{ id: `um.${i}`, description: `Meter ${i}`, value: decimal('1'), isMetered: true },
    }));
    expect(checkDraft({ ...CLEAN, earlierLines }, DEFAULT_TERMS)).toHaveLength(20);
  });

  it('describes each finding in a sentence without gaps', () => {
    const all = [
      ...checkDraft(BAD, DEFAULT_TERMS),
      { rule: 'TOTAL_ROUNDS_TO_ZERO' as const, figures: { exact: '0.004' } },
    ];
    expect(new Set(all.map(({ rule }) => rule))).toEqual(new Set(CHECK_RULES));
    for (const finding of all) expect(describeFinding(finding)).toMatch(/^[a-zA-Z0-9].*[a-zA-Z0-9.]$/);
    expect(all.map(describeFinding).join('\n')).not.toMatch(/undefined| {2}/);
  });
});

describe('the setting INVOICE_CHECKS', () => {
  it.each<[string, unknown, string | null]>([
    ['nothing', {}, null],
    ['a level', { LATE_EVENTS: { level: 'WARN' } }, null],
    ['a rule that is off', { DETAILS_MISSING: { level: 'OFF' } }, null],
    ['thresholds', { AMOUNT_UNUSUAL: { above: '3', below: '0.25', difference: '1000' } }, null],
    ['a level and a threshold', { USAGE_GAP: { level: 'INFO', hours: '12', share: '0.95' } }, null],
    ['a list', { DETAILS_MISSING: { required: ['EMAIL'] } }, null],
    ['an empty list', { DETAILS_MISSING: { required: [] } }, null],
    ['no object', [], 'must be an object with rules as members'],
    ['null', null, 'must be an object with rules as members'],
    [
      'an unknown rule',
      { AMOUNT: {} },
      expect.stringMatching(/^AMOUNT is no rule; the rules are AMOUNT_UNU/),
    ],
    ['a rule that is no object', { LATE_EVENTS: 'WARN' }, 'LATE_EVENTS must be an object'],
    [
      'another level',
      { LATE_EVENTS: { level: 'ERROR' } },
      'LATE_EVENTS.level must be one of BLOCK, WARN, INFO, OFF',
    ],
    ['another member', { LATE_EVENTS: { hours: 1 } }, 'LATE_EVENTS.hours is unknown; the members are level'],
    [
      'a member of another rule',
      { USAGE_GAP: { above: '2' } },
      'USAGE_GAP.above is unknown; the members are level, hours, share',
    ],
    [
      'an inherited member',
      { USAGE_GAP: { toString: 1 } },
      expect.stringMatching(/^USAGE_GAP.toString is unk/),
    ],
    [
      'a number',
      { AMOUNT_UNUSUAL: { above: 2 } },
      'AMOUNT_UNUSUAL.above must be a number of 0 or more as text',
    ],
    ['below 0', { AMOUNT_UNUSUAL: { difference: '-1' } }, expect.stringMatching(/0 or more as text$/)],
    [
      'more than all',
      { USAGE_GAP: { share: '1.01' } },
      'USAGE_GAP.share must be a number from 0 to 1 as text',
    ],
    [
      'no hours',
      { USAGE_GAP: { hours: '0' } },
      'USAGE_GAP.hours must be a whole number from 1 to 744 as text',
    ],
    ['half an hour', { USAGE_GAP: { hours: '1.5' } }, expect.stringMatching(/from 1 to 744 as text$/)],
    ['a longer month', { USAGE_GAP: { hours: '745' } }, expect.stringMatching(/from 1 to 744 as text$/)],
    ['hours as a number', { USAGE_GAP: { hours: 6 } }, expect.stringMatching(/from 1 to 744 as text$/)],
    [
      'an unknown detail',
      { DETAILS_MISSING: { required: ['PHONE'] } },
      'DETAILS_MISSING.required must be a list of ADDRESS, EMAIL',
    ],
    ['what cannot be changed', { CANNOT_BE_ISSUED: { level: 'OFF' } }, 'CANNOT_BE_ISSUED cannot be changed'],
  ])('%s', (_, value, expected) => {
    expect(checkTermsProblem(value)).toEqual(expected);
  });

  it('changes only what it names', () => {
    const terms = readCheckTerms({
      ...{ AMOUNT_UNUSUAL: { above: '3' }, USAGE_GAP: { hours: '12' }, EVENTS_REJECTED: { percent: '5' } },
      ...{ DETAILS_MISSING: { required: ['EMAIL'] }, LATE_EVENTS: { level: 'BLOCK' } },
    });
    expect(terms).toEqual({
      ...DEFAULT_TERMS,
      levels: { ...DEFAULT_TERMS.levels, LATE_EVENTS: 'BLOCK' },
      unusual: { ...DEFAULT_TERMS.unusual, above: decimal('3') },
      gap: { ...DEFAULT_TERMS.gap, hours: 12 },
      rejected: { percent: decimal('5') },
      required: ['EMAIL'],
    });
    expect(readCheckTerms({})).toEqual(DEFAULT_TERMS);
  });
});
