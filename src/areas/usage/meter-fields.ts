import {
  type CompiledMeter,
  evaluateMeter,
  type MeterFields,
  type MeterResult,
  type UsageMeterRow,
} from '#areas/usage-meters/index.ts';
import { type Decimal, decimal, decimalText, MAX_FRACTION_DIGITS } from '#core/decimal.ts';
import { LogicError } from '#core/json-logic/index.ts';
import type { MeteredUnits, Outcome } from './event.ts';
import type { Failure } from './statuses.ts';

export interface ActiveMeter {
  row: Pick<UsageMeterRow, 'id' | 'name' | 'version'>;
  compiled: CompiledMeter;
}

export interface Metered {
  status:
    | 'INGESTION_COMPLETED_NO_MATCHING_METERS'
    | 'INGESTION_COMPLETED_EVENT_METERED'
    | 'INGESTION_COMPLETED_EVENT_NOT_METERED';
  /** In the order of the meters; null for a meter that filtered the event out. */
  units: (Decimal | null)[];
  usage: Outcome['usage'];
}

/** Step 9: measures the event with every active meter, or with none if one fails. */
export function meterFields(fields: MeterFields, meters: readonly ActiveMeter[]): Metered | Failure {
  const units: Metered['units'] = [];
  const usage: MeteredUnits[] = [];
  if (meters.length === 0) return { status: 'INGESTION_COMPLETED_NO_MATCHING_METERS', units, usage };
  for (const [name, value] of fields.attributes)
    if (!isStorable(value)) return invalidUnits(`attribute ${name} ${TOO_LONG}`);
  for (const { row, compiled } of meters) {
    const result = measureFields(compiled, fields);
    if (typeof result === 'string') return invalidUnits(`meter ${row.name}: ${result}`);
    if (result.status === 'FILTERED_OUT') {
      units.push(null);
      continue;
    }
    const { key } = result;
    const { aggregation } = compiled;
    units.push(result.units);
    const metered: MeteredUnits = { meterId: row.id, units: result.units, aggregation };
    if (key !== undefined) metered.key = key;
    usage.push(metered);
  }
  const status =
    usage.length > 0 ? 'INGESTION_COMPLETED_EVENT_METERED' : 'INGESTION_COMPLETED_EVENT_NOT_METERED';
  return { status, units, usage };
}

/** A text explains why the units are not a quantity. */
export function measureFields(compiled: CompiledMeter, fields: MeterFields): MeterResult | string {
  try {
    return evaluateMeter(compiled, fields);
  } catch (error) {
    if (error instanceof LogicError) return error.message;
    throw error;
  }
}

const MAX_INTEGER_DIGITS = 30;
const MAX_DIGITS = `${MAX_INTEGER_DIGITS} digits before the decimal point or ${MAX_FRACTION_DIGITS} after it`;
export const TOO_LONG = `has over ${MAX_DIGITS}`;
const STORABLE = new RegExp(`^-?0*\\d{1,${MAX_INTEGER_DIGITS}}(?:\\.\\d{1,${MAX_FRACTION_DIGITS}}0*)?$`);
/** Longer text is only parsed as a number, because a pattern could backtrack over it. */
const MAX_MATCHED_TEXT = 100;

/**
 * Quantities have at most 30 digits before and 18 after the decimal point (`metering-pricing.md` 0.1); longer
 * ones are rejected instead of truncated, whether or not a meter reads them. Meters limit their results
 * likewise, so that batch sums are exact and do not depend on how events are split into batches.
 */
export function isStorable(text: string): boolean {
  if (text.length <= MAX_MATCHED_TEXT) return STORABLE.test(text);
  const short = decimalText(decimal(text));
  return short.length <= MAX_MATCHED_TEXT && STORABLE.test(short);
}

export function invalidUnits(description: string): Failure {
  return { status: 'INGESTION_FAILED_UNITS_INVALID', description };
}
