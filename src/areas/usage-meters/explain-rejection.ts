import { type Conditions, conditionsOf, MATCHER_LIMITS } from '#core/json-logic/index.ts';
import { type CompiledMeter, contextOfFields, type MeterFields, passesFilter } from './evaluate-meter.ts';

const MAX_CONDITION = 60;
const MAX_FOUND = 45;
const MAX_VALUES = 3;
const MAX_VALUE = 24;

/**
 * Explains why a meter filtered out an event that evaluated without error: the first filter or matcher
 * condition that the event does not meet, with the event's actual values. For example, `requires region =
 * 'eu', and the event has region = 'us'`. At most 140 characters.
 */
export function explainRejection(meter: CompiledMeter, fields: MeterFields): string {
  const filter = meter.filters.find((each) => !passesFilter(each, fields));
  if (filter) {
    const { field, values } = filter;
    return sentence(`${field} ${listed([...values])}`, [field], fields);
  }
  const context = contextOfFields(meter, fields);
  for (const conditions of matchersOf(meter)) {
    const failed = conditions.findFailed(context);
    if (failed) return sentence(shortNames(failed.text), failed.variables.map(shortName), fields);
  }
  return 'has a matcher that the event does not satisfy';
}

function sentence(required: string, names: readonly string[], fields: MeterFields): string {
  const found = names.map((name) => foundValue(name, fields)).join(' and ');
  const has = found === '' ? '' : `, and the event has ${clip(found, MAX_FOUND)}`;
  return `requires ${clip(required, MAX_CONDITION)}${has}`;
}

function listed(values: readonly string[]): string {
  const [first = '', ...others] = values.slice(0, MAX_VALUES).map((value) => `'${clip(value, MAX_VALUE)}'`);
  if (others.length === 0) return `= ${first}`;
  const more = values.length > MAX_VALUES ? `, … ${values.length - MAX_VALUES} more` : '';
  return `in (${[first, ...others].join(', ')}${more})`;
}

/** Attributes take precedence over dimensions of the same name, as they do for filters. */
function foundValue(name: string, { attributes, dimensions }: MeterFields): string {
  const attribute = attributes.get(name);
  if (attribute !== undefined) return `${name} = ${attribute}`;
  const dimension = dimensions.get(name);
  return dimension === undefined ? `no ${name}` : `${name} = '${dimension}'`;
}

const PREFIX = /\b(?:attributes?|dimensions?)\.(?=[^\s.])/g;

/** Senders know `dimensions.region` as `region`. */
function shortNames(text: string): string {
  return text.replace(PREFIX, '');
}

function shortName(name: string): string {
  return name.replace(/^(?:attributes|dimensions)\./, '');
}

const known = new WeakMap<CompiledMeter, readonly Conditions[]>();

/** The conditions of a meter's matchers, built on first use. */
export function matchersOf(meter: CompiledMeter): readonly Conditions[] {
  return known.getOrInsertComputed(meter, ({ computations }) =>
    computations.flatMap(({ matcher }) => (matcher ? conditionsOf(matcher.canonical, MATCHER_LIMITS) : [])),
  );
}

function clip(text: string, length: number): string {
  const points = [...text];
  return points.length > length ? `${points.slice(0, length - 1).join('')}…` : text;
}
