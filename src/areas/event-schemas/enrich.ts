import { Decimal, decimal, decimalText, parseJsonDecimal } from '#core/decimal.ts';
import {
  LogicError,
  type LogicInput,
  type LogicValue,
  type ParsedLogic,
  toText,
} from '#core/json-logic/index.ts';
import { type CompiledField, type CompiledSchema, parseSettingLogic } from './compile-schema.ts';
import { fillEventIdTemplate, type SchemaEvent } from './event-id-template.ts';
import { readDecimal, settleDivision } from './logic-result.ts';

/** The value of a setting that enrichments read. */
export interface DependencyValue {
  value: string;
  /** If absent, the value is text, which operators read as a number where they need one. */
  dataType?: 'STRING' | 'NUMERIC' | 'JSON' | 'JSON_LOGIC';
}

/** The declared fields of an event and the enriched ones: the fields that meters see. */
export interface Enriched {
  /** Decimal text by name. */
  attributes: Map<string, string>;
  dimensions: Map<string, string>;
  /** Only the enriched fields, in the order of evaluation. */
  enriched: { attributes: EnrichedValue[]; dimensions: EnrichedValue[] };
}
interface EnrichedValue {
  name: string;
  type: CompiledField['type'];
  value: string;
}

/** Explains in a sentence why enrichment failed: the event becomes INGESTION_FAILED_ENRICHMENT_FAILED. */
export class EnrichmentError extends Error {
  override readonly name = 'EnrichmentError';
}

const MAX_DIMENSION_LENGTH = 200;

/** Builds the id of an event sent without one; null without a template, or if the template fails. */
export function buildEventId(schema: CompiledSchema, event: SchemaEvent): string | null {
  return schema.eventIdTemplate && fillEventIdTemplate(schema.eventIdTemplate, event);
}

/**
 * Computes the enriched fields in their order; each sees the ones before it, and undeclared fields are
 * ignored (metering-pricing 1.3 and 2). `dependencies` has the settings found, by key. Throws
 * `EnrichmentError`.
 */
export function enrich(
  schema: CompiledSchema,
  event: Pick<SchemaEvent, 'attributes' | 'dimensions'>,
  dependencies: ReadonlyMap<string, DependencyValue>,
): Enriched {
  const attributes = pick(event.attributes, schema.attributes);
  const dimensions = pick(event.dimensions, schema.dimensions);
  return enrichDeclared(schema, { attributes, dimensions }, dependencies);
}

/** For an event with declared fields only; adds the enriched fields to the event's own maps. */
export function enrichDeclared(
  schema: CompiledSchema,
  { attributes, dimensions }: { attributes: Map<string, string>; dimensions: Map<string, string> },
  dependencies: ReadonlyMap<string, DependencyValue>,
): Enriched {
  const enriched: Enriched['enriched'] = { attributes: [], dimensions: [] };
  if (schema.fields.length === 0) return { attributes, dimensions, enriched };
  const settings = readSettings(schema, dependencies);
  const numbers = new Map([...attributes].map(([name, text]) => [name, decimal(text)]));
  const context = { attributes: numbers, dimensions, dependencies: settings.values };
  for (const field of schema.fields) {
    const { name, type } = field;
    const compute = () => computeField(field, { context, texts: settings.texts });
    if (type === 'ATTRIBUTE') {
      const number = explained(name, () => toAttribute(compute()));
      const value = decimalText(number);
      numbers.set(name, number);
      attributes.set(name, value);
      enriched.attributes.push({ name, type, value });
    } else {
      const value = explained(name, () => toDimension(compute().value));
      dimensions.set(name, value);
      enriched.dimensions.push({ name, type, value });
    }
  }
  return { attributes, dimensions, enriched };
}

interface Computed {
  value: LogicValue;
  logic: ParsedLogic | null;
}

function pick(sent: ReadonlyMap<string, string>, names: readonly string[]): Map<string, string> {
  const picked = new Map<string, string>();
  for (const name of names) {
    const value = sent.get(name);
    if (value !== undefined) picked.set(name, value);
  }
  return picked;
}

function readSettings(schema: CompiledSchema, found: ReadonlyMap<string, DependencyValue>) {
  const values = new Map<string, LogicInput>();
  const texts = new Map<string, string>();
  for (const { key, name } of schema.dependencies) {
    const setting = found.get(key);
    if (!setting) throw new EnrichmentError(`The setting ${key} is missing.`);
    texts.set(name, setting.value);
    values.set(
      name,
      explained(name, () => settingValue(setting)),
    );
  }
  return { values, texts };
}

function settingValue({ value, dataType }: DependencyValue): LogicInput {
  if (dataType === 'NUMERIC') return readDecimal(value) ?? value;
  return dataType === 'JSON' ? readJson(value) : value;
}

const parseWithSource = JSON.parse as (
  text: string,
  reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
) => LogicInput;

/** Parses numbers from their source text, so that 0.1 is exact. */
function readJson(text: string): LogicInput {
  try {
    return parseWithSource(text, (_key, value, { source }) => {
      if (typeof value !== 'number') return value;
      const number = parseJsonDecimal(source ?? String(value));
      if (number instanceof Decimal) return number;
      throw new SyntaxError(number.error);
    });
  } catch {
    throw new EnrichmentError('it is not valid JSON with exact numbers.');
  }
}

function computeField(
  { source }: CompiledField,
  data: { context: Parameters<ParsedLogic['evaluate']>[0]; texts: ReadonlyMap<string, string> },
): Computed {
  switch (source.kind) {
    case 'VALUE':
      return { value: source.value, logic: null };
    case 'LOGIC':
      return { value: source.logic.evaluate(data.context), logic: source.logic };
    case 'DEPENDENCY': {
      const logic = parseSettingLogic(data.texts.get(source.name) ?? '');
      return { value: logic.evaluate(data.context), logic };
    }
    default:
      return source satisfies never;
  }
}

function toAttribute({ value, logic }: Computed): Decimal {
  const number = typeof value === 'boolean' ? decimal(value ? 1 : 0) : readDecimal(value);
  if (!number) throw new EnrichmentError('the result is not a number.');
  return logic ? settleDivision(logic, number) : number;
}

function toDimension(value: LogicValue): string {
  if (value === null) throw new EnrichmentError('the result is empty.');
  if (Array.isArray(value)) throw new EnrichmentError('the result is a list, not text.');
  const text = toText(value);
  // Escapes in logic can produce lone surrogates and characters that no event can contain.
  if (!text.isWellFormed() || /\p{Cc}/u.test(text))
    throw new EnrichmentError('the result contains characters that a dimension cannot contain.');
  if ([...text].length <= MAX_DIMENSION_LENGTH) return text;
  throw new EnrichmentError(`the result has more than ${MAX_DIMENSION_LENGTH} characters.`);
}

/** Adds the field's name to every failure. */
function explained<T>(name: string, compute: () => T): T {
  try {
    return compute();
  } catch (error) {
    if (error instanceof LogicError || error instanceof EnrichmentError)
      throw new EnrichmentError(`Enrichment of ${name} failed: ${error.message}`);
    throw error;
  }
}
