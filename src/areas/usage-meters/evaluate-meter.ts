import { boundedCache, readDecimal, settleDivision } from '#areas/event-schemas/index.ts';
import type { Aggregation } from '#core/aggregation/index.ts';
import { Decimal, decimal, MAX_FRACTION_DIGITS } from '#core/decimal.ts';
import {
  COMPUTATION_LIMITS,
  isTruthy,
  type LogicContext,
  LogicError,
  MATCHER_LIMITS,
  type ParsedLogic,
  parseLogic,
} from '#core/json-logic/index.ts';
import { readKey } from './read-key.ts';
import type { Computation } from './schema.ts';
import type { UsageMeterRow } from './store/meters.ts';

/** The fields of an event after enrichment. */
export interface MeterFields {
  /** Decimal text by name. */
  attributes: ReadonlyMap<string, string>;
  dimensions: ReadonlyMap<string, string>;
}

/** `key` is what a UNIQUE_COUNT meter counts once; the units of its events are 1. */
export type MeterResult = { status: 'FILTERED_OUT' } | { status: 'UNITS'; units: Decimal; key?: string };

/** A meter with parsed logic and grouped filters: compile it once, evaluate many events. */
export interface CompiledMeter {
  readonly aggregation: Aggregation;
  readonly filters: readonly FieldFilter[];
  /** In the order of evaluation. */
  readonly computations: readonly CompiledComputation[];
  /** Whether logic reads any field of the event; counting does not. */
  readonly readsData: boolean;
  readonly hasSchema: boolean;
  /** The attribute that gives the units, if that is the only computation. */
  readonly plainAttribute: string | null;
}
export interface FieldFilter {
  readonly field: string;
  readonly values: ReadonlySet<string>;
  /** The numeric values, for comparison with attributes. */
  readonly numbers: readonly Decimal[];
}
interface CompiledComputation {
  readonly matcher: ParsedLogic | null;
  readonly computation: ParsedLogic;
}

type MeterSource = Pick<UsageMeterRow, 'aggregation' | 'filters' | 'computations' | 'eventSchemaName'>;

/** The capacity of `numeric(48, 18)`; larger values are rejected, never truncated (metering-pricing 0.1). */
const MAX_INTEGER_DIGITS = 30;
const FILTERED_OUT: MeterResult = { status: 'FILTERED_OUT' };
const ONE = new Decimal(1);
// Keyed by content, so that no version, rollback or database can make an entry stale.
const compiled = boundedCache<CompiledMeter>(1_000_000);

export function compileMeter(meter: MeterSource): CompiledMeter {
  const { aggregation, filters, computations, eventSchemaName } = meter;
  const hasSchema = eventSchemaName !== null;
  const key = JSON.stringify([aggregation, filters, computations, hasSchema]);
  return compiled(key, () => {
    const parsed = [...computations].sort((a, b) => a.order - b.order).map(compileComputation);
    return {
      aggregation,
      filters: [...Map.groupBy(filters, ({ field }) => field)].map(([field, each]) => ({
        field,
        values: new Set(each.map(({ value }) => value)),
        numbers: each.flatMap(({ value }) => readDecimal(value.trim()) ?? []),
      })),
      computations: parsed,
      readsData: parsed.some(({ matcher, computation }) => isReading(matcher) || isReading(computation)),
      hasSchema,
      plainAttribute: aggregation === 'UNIQUE_COUNT' ? null : findPlainAttribute(parsed),
    };
  });
}

/**
 * The units of one event (metering-pricing 9.3): it must pass the filters, AND across fields and OR within
 * one, and its units are the sum over the computations that match. Throws `LogicError` if logic fails or
 * returns no storable number, or no key: the event becomes INGESTION_FAILED_UNITS_INVALID.
 */
export function evaluateMeter(meter: CompiledMeter, fields: MeterFields): MeterResult {
  if (!meter.filters.every((filter) => passesFilter(filter, fields))) return FILTERED_OUT;
  if (meter.computations.length === 0) return { status: 'UNITS', units: plainUnits(meter, fields) };
  const plain = meter.plainAttribute === null ? undefined : fields.attributes.get(meter.plainAttribute);
  if (plain !== undefined) return { status: 'UNITS', units: storable(decimal(plain)) };
  const context = contextOfFields(meter, fields);
  if (meter.aggregation === 'UNIQUE_COUNT') return evaluateKey(meter, context);
  let units: Decimal | null = null;
  for (const { matcher, computation } of meter.computations) {
    if (matcher && !isTruthy(matcher.evaluate(context))) continue;
    const value = readDecimal(computation.evaluate(context));
    if (!value) throw new LogicError('NOT_A_NUMBER', 'The result of the computation is not a number.');
    const settled = settleDivision(computation, value);
    units = units ? units.plus(settled) : settled;
  }
  return units ? { status: 'UNITS', units: storable(units) } : FILTERED_OUT;
}

/** Keys cannot be summed: the first matching computation gives the key. */
function evaluateKey({ computations }: CompiledMeter, context: LogicContext): MeterResult {
  const found = computations.find(({ matcher }) => !matcher || isTruthy(matcher.evaluate(context)));
  if (!found) return FILTERED_OUT;
  const { computation } = found;
  return { status: 'UNITS', units: ONE, key: readKey(computation, computation.evaluate(context)) };
}

/** Most meters sum one attribute: reading it directly avoids reading all fields as logic does. */
function findPlainAttribute([first, ...others]: readonly CompiledComputation[]): string | null {
  if (!first || first.matcher || others.length > 0) return null;
  return PLAIN_ATTRIBUTE.exec(first.computation.canonical)?.[1] ?? null;
}

/** A name without a point, which would make it a path, and without escapes. */
const PLAIN_ATTRIBUTE = /^\{"var":\[?"attributes?\.([^".\\]+)"\]?\}$/;

function compileComputation({ matcher, computation }: Computation): CompiledComputation {
  return {
    matcher: matcher === undefined ? null : parseLogic(matcher, MATCHER_LIMITS),
    computation: parseLogic(computation, COMPUTATION_LIMITS),
  };
}

/** Whether an event has one of the values of a filter. */
export function passesFilter(
  { field, values, numbers }: FieldFilter,
  { attributes, dimensions }: MeterFields,
): boolean {
  const text = attributes.get(field);
  if (text === undefined) return values.has(dimensions.get(field) ?? NOTHING);
  // `5.0` equals the number 5, even though the texts differ.
  return values.has(text) || (numbers.length > 0 && isAmong(numbers, text));
}

/** Event text contains no control characters, so no filter value equals this. */
const NOTHING = '\u0000';

function isAmong(numbers: readonly Decimal[], text: string): boolean {
  const value = decimal(text);
  return numbers.some((number) => number.eq(value));
}

/** Without a computation, COUNT counts the event; other aggregations use `usage` of the reserved schema. */
function plainUnits({ aggregation, hasSchema }: CompiledMeter, { attributes }: MeterFields): Decimal {
  if (aggregation === 'COUNT') return ONE;
  const usage = hasSchema ? undefined : attributes.get('usage');
  const units = usage === undefined ? null : readDecimal(usage);
  if (!units) throw new LogicError('NOT_A_NUMBER', 'The event has no value for the meter to aggregate.');
  return storable(units);
}

/** Logic sees attributes as numbers: `0` is falsy, and `===` compares values. */
export function contextOfFields({ readsData }: CompiledMeter, { attributes, dimensions }: MeterFields) {
  const numbers = new Map<string, Decimal>();
  if (readsData) for (const [name, text] of attributes) numbers.set(name, decimal(text));
  return { attributes: numbers, dimensions };
}

function isReading(logic: ParsedLogic | null): boolean {
  if (!logic) return false;
  return logic.variables.length > 0 || logic.hasComputedVariables || MISSING.test(logic.canonical);
}

/** `missing` reads the data without a variable. */
const MISSING = /"missing(?:_some)?"/;

function storable(units: Decimal): Decimal {
  if (units.isZero()) return units;
  if (units.e + 1 > MAX_INTEGER_DIGITS)
    throw outOfRange(`more than ${MAX_INTEGER_DIGITS} digits before the decimal point`);
  if (units.decimalPlaces() > MAX_FRACTION_DIGITS)
    throw outOfRange(`more than ${MAX_FRACTION_DIGITS} decimal places`);
  return units;
}

function outOfRange(what: string): LogicError {
  return new LogicError('NUMBER_OUT_OF_RANGE', `The units have ${what}.`);
}
