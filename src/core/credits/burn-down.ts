import { type Decimal, decimal, decimalText, ZERO } from '../decimal.ts';
import { isInScope, type PayableLine } from './scope.ts';

/** A credit grant as input of an invoice: plain JSON, decimals as text. */
export interface CreditInput {
  id: string;
  purpose: string;
  /** 1 to 100; lower first. */
  priority: number;
  /** Local days `YYYY-MM-DD`, both inclusive; without an end the grant never expires. */
  effectiveFrom: string;
  effectiveUntil?: string;
  /** Instant with microseconds, so that texts sort as instants do. */
  createdAt: string;
  /** Billables, and groups of them, that it may pay for; empty: everything. */
  scope: string[];
  /** For unscoped grants: whether it also pays for purchases of other credits; absent: no. */
  paysGrants?: true;
  /** The most that this document may use of it. */
  available: string;
}

/** The amount that a grant pays of a line. */
export interface CreditUse {
  creditId: string;
  lineId: string;
  amount: string;
}

/**
 * Allocates grants to lines (`money-platform.md` 13.3, 13.5): grants in the order of `compareCredits`, and
 * each pays its eligible lines in their order, up to what is left of them. Negative lines reduce the total:
 * credits never pay more than the gross amount less the lines that none of them may pay, nor more than
 * `most`, if given.
 */
export function burnDown(
  credits: readonly CreditInput[],
  lines: readonly PayableLine[],
  { gross, max }: { gross: Decimal; max?: Decimal | undefined },
): CreditUse[] {
  const isPayable = (line: PayableLine) => credits.some((credit) => isInScope(credit, line));
  const reserved = sum(
    lines.filter((line) => line.value.gt(0) && !isPayable(line)).map(({ value }) => value),
  );
  const payable = gross.minus(reserved);
  let pool = atLeastZero(max ? min(payable, max) : payable);
  const open = lines.map((line) => ({ line, left: atLeastZero(line.value) }));
  return credits.toSorted(compareCredits).flatMap((credit) => {
    let available = atLeastZero(decimal(credit.available));
    return open.flatMap((each): CreditUse[] => {
      if (!isInScope(credit, each.line)) return [];
      const amount = min(available, each.left, pool);
      if (amount.isZero()) return [];
      available = available.minus(amount);
      each.left = each.left.minus(amount);
      pool = pool.minus(amount);
      return [{ creditId: credit.id, lineId: each.line.id, amount: decimalText(amount) }];
    });
  });
}

/**
 * The order of grants: lower priority, earlier end (none is last), narrower scope, earlier start, older
 * grant, lower id.
 */
export function compareCredits(a: CreditInput, b: CreditInput): number {
  return (
    a.priority - b.priority ||
    compareTexts(a.effectiveUntil ?? FOREVER, b.effectiveUntil ?? FOREVER) ||
    Number(a.scope.length === 0) - Number(b.scope.length === 0) ||
    compareTexts(a.effectiveFrom, b.effectiveFrom) ||
    compareTexts(a.createdAt, b.createdAt) ||
    compareTexts(a.id, b.id)
  );
}

/** Sorts after every date. */
const FOREVER = '~';

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function min(first: Decimal, ...others: Decimal[]): Decimal {
  return others.reduce((smallest, value) => (value.lt(smallest) ? value : smallest), first);
}

function atLeastZero(value: Decimal): Decimal {
  return value.isNegative() ? ZERO : value;
}

function sum(values: readonly Decimal[]): Decimal {
  return values.reduce((total, value) => total.plus(value), ZERO);
}
