/** The limits of one use of logic. Each is checked before the work that it bounds. */
export type LogicLimits = {
  /** Characters (code points) of the JSON text. */
  maxLength: number;
  /** Nesting of operations and list literals. */
  maxDepth: number;
  /** Operations, list literals and plain literals in total. */
  maxNodes: number;
  /** Allowed operators; absent: every operator of the table. */
  operators?: ReadonlySet<string>;
  /** Digits after the point that `/` keeps, half to even; absent: 100 significant digits. */
  divisionDigits?: number;
};

/** The longest text that an evaluation reads or builds, in UTF-16 units. */
export const MAX_TEXT_LENGTH = 4096;
/** The most elements of an array that an evaluation reads or builds, including nested arrays. */
export const MAX_ARRAY_LENGTH = 1000;
export const MAX_ARRAY_DEPTH = 50;
/** Decimal exponent of a number, in both directions; far above any stored number (38 digits). */
export const MAX_EXPONENT = 1000;

/**
 * Gas bounds the work of an evaluation: one unit per operation and per element of a loop, and one more for
 * every 16 elements or 128 characters that an operation reads or builds. Logic without loops evaluates each
 * operation at most once. Logic with loops gets ten times as much, enough for eight operations on each of
 * 1,000 elements.
 */
export const GAS_WITHOUT_LOOPS = 1000;
export const GAS_WITH_LOOPS = 10_000;

const SHAPE = { maxDepth: 50, maxNodes: 1000 };

/** For the matcher of a meter's computation. */
export const MATCHER_LIMITS: LogicLimits = { ...SHAPE, maxLength: 1500 };
/** For the computation of a meter. */
export const COMPUTATION_LIMITS: LogicLimits = { ...SHAPE, maxLength: 500 };
/** For enrichments, pricing rules and settings. */
export const GENERAL_LIMITS: LogicLimits = { ...SHAPE, maxLength: 10_000 };
/**
 * For miscellaneous charges (`money-platform.md` 10.8): no loops, no dates, and division at the scale of
 * stored amounts.
 */
export const CHARGE_LIMITS: LogicLimits = {
  maxLength: 4096,
  maxDepth: 20,
  maxNodes: 500,
  operators: new Set(
    '+ - * / % min max == === != !== < <= > >= ! !! and or if ?: var missing missing_some in cat round'.split(
      ' ',
    ),
  ),
  divisionDigits: 18,
};
