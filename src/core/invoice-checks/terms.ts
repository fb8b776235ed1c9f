import { type Decimal, decimal } from '../decimal.ts';
import { CHECK_LEVELS, CHECK_RULES, type CheckLevel, type CheckRule } from './rules.ts';

/** Members of a buyer's details that an invoice may need. */
export const BUYER_DETAILS = ['ADDRESS', 'EMAIL'] as const;
export type BuyerDetail = (typeof BUYER_DETAILS)[number];

/** The level of each rule, and the thresholds of those that have some. */
export interface CheckTerms {
  levels: Readonly<Record<CheckRule, CheckLevel | 'OFF'>>;
  /** Multiples of the median, and the difference in units of the currency that makes it worth a look. */
  unusual: { above: Decimal; below: Decimal; difference: Decimal };
  /** `share`: the least part of the other hours with usage; `minimumHours`: how many those must be. */
  gap: { hours: number; share: Decimal; minimumHours: number };
  rejected: { percent: Decimal };
  required: readonly BuyerDetail[];
}

export const DEFAULT_TERMS: CheckTerms = {
  levels: {
    AMOUNT_UNUSUAL: 'WARN',
    LINE_WENT_TO_ZERO: 'WARN',
    FIRST_INVOICE_OF_PLAN_VERSION: 'INFO',
    USAGE_GAP: 'WARN',
    EVENTS_REJECTED: 'WARN',
    EVENTS_IN_QUEUE: 'BLOCK',
    LATE_EVENTS: 'INFO',
    CREDIT_EXPIRES_BEFORE_DUE: 'INFO',
    CREDITS_UNUSED: 'WARN',
    NEGATIVE_TOTAL: 'BLOCK',
    DETAILS_MISSING: 'WARN',
    TAX_ID_MISSING: 'INFO',
    WALLET_CURRENCY_DIFFERS: 'WARN',
    OVERRIDE_REMOVED: 'WARN',
    TOTAL_ROUNDS_TO_ZERO: 'INFO',
    DUPLICATE_OF_MANUAL_INVOICE: 'BLOCK',
    CANNOT_BE_ISSUED: 'BLOCK',
  },
  unusual: { above: decimal('2'), below: decimal('0.5'), difference: decimal('50') },
  gap: { hours: 6, share: decimal('0.9'), minimumHours: 48 },
  rejected: { percent: decimal('1') },
  required: BUYER_DETAILS,
};

/** A threshold of a rule, as an organization may set it: its member, and how its value is checked. */
interface Threshold {
  /** What a valid value is, in words. */
  form: string;
  isValid(value: unknown): boolean;
  /** The terms with a value that was checked. */
  apply(terms: CheckTerms, value: never): CheckTerms;
}

const PLAIN = /^\d{1,12}(\.\d{1,6})?$/;
const isAmount = (value: unknown): boolean => typeof value === 'string' && PLAIN.test(value);
const isShare = (value: unknown): boolean => isAmount(value) && decimal(value as string).lte(1);
const isHours = (value: unknown): boolean =>
  typeof value === 'string' && /^[1-9]\d{0,2}$/.test(value) && Number(value) <= 744;

const AMOUNT = { form: 'a number of 0 or more as text', isValid: isAmount };

/** By rule, then by member. */
export const THRESHOLDS: Partial<Record<CheckRule, Readonly<Record<string, Threshold>>>> = {
  AMOUNT_UNUSUAL: {
    above: {
      ...AMOUNT,
      apply: (terms, value: string) => ({ ...terms, unusual: { ...terms.unusual, above: decimal(value) } }),
    },
    below: {
      ...AMOUNT,
      apply: (terms, value: string) => ({ ...terms, unusual: { ...terms.unusual, below: decimal(value) } }),
    },
    difference: {
      ...AMOUNT,
      apply: (terms, value: string) => ({
        ...terms,
        unusual: { ...terms.unusual, difference: decimal(value) },
      }),
    },
  },
  USAGE_GAP: {
    hours: {
      form: 'a whole number from 1 to 744 as text',
      isValid: isHours,
      apply: (terms, value: string) => ({ ...terms, gap: { ...terms.gap, hours: Number(value) } }),
    },
    share: {
      form: 'a number from 0 to 1 as text',
      isValid: isShare,
      apply: (terms, value: string) => ({ ...terms, gap: { ...terms.gap, share: decimal(value) } }),
    },
  },
  EVENTS_REJECTED: {
    percent: {
      ...AMOUNT,
      apply: (terms, value: string) => ({ ...terms, rejected: { percent: decimal(value) } }),
    },
  },
  DETAILS_MISSING: {
    required: {
      form: `a list of ${BUYER_DETAILS.join(', ')}`,
      isValid: (value) => Array.isArray(value) && value.every((each) => BUYER_DETAILS.includes(each)),
      apply: (terms, required: readonly BuyerDetail[]) => ({ ...terms, required }),
    },
  },
};

/** Returns what is wrong with the value of the setting INVOICE_CHECKS; null if it is valid. */
export function checkTermsProblem(value: unknown): string | null {
  if (!isObject(value)) return 'must be an object with rules as members';
  for (const [rule, set] of Object.entries(value)) {
    const problem = ruleProblem(rule, set);
    if (problem) return problem;
  }
  return null;
}

function ruleProblem(rule: string, set: unknown): string | null {
  if (!isRule(rule)) return `${rule} is no rule; the rules are ${CHECK_RULES.join(', ')}`;
  if (!isObject(set)) return `${rule} must be an object`;
  const { level, ...others } = set;
  // It only says in advance what the attempt to issue the draft would say.
  if (rule === 'CANNOT_BE_ISSUED') return 'CANNOT_BE_ISSUED cannot be changed';
  if (level !== undefined && level !== 'OFF' && !CHECK_LEVELS.includes(level as CheckLevel))
    return `${rule}.level must be one of ${CHECK_LEVELS.join(', ')}, OFF`;
  const known = THRESHOLDS[rule] ?? {};
  for (const [name, each] of Object.entries(others)) {
    const threshold = Object.hasOwn(known, name) ? known[name] : undefined;
    if (!threshold)
      return `${rule}.${name} is unknown; the members are ${['level', ...Object.keys(known)].join(', ')}`;
    if (!threshold.isValid(each)) return `${rule}.${name} must be ${threshold.form}`;
  }
  return null;
}

/** The terms of an organization, from a value without problems. */
export function readCheckTerms(value: unknown): CheckTerms {
  let terms = DEFAULT_TERMS;
  for (const [rule, { level, ...others }] of Object.entries(value as Record<string, SetRule>)) {
    if (level) terms = { ...terms, levels: { ...terms.levels, [rule]: level } };
    for (const [name, each] of Object.entries(others))
      terms = THRESHOLDS[rule as CheckRule]?.[name]?.apply(terms, each as never) ?? terms;
  }
  return terms;
}

interface SetRule {
  level?: CheckLevel | 'OFF';
}

function isRule(name: string): name is CheckRule {
  return (CHECK_RULES as readonly string[]).includes(name);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
