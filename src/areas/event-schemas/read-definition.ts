import { decimalText } from '#core/decimal.ts';
import { GENERAL_LIMITS, LogicError, parseLogic } from '#core/json-logic/index.ts';
import { invalidRequest } from '#platform/problem.ts';
import { parseEventIdTemplate } from './event-id-template.ts';
import { readDecimal } from './logic-result.ts';
import type {
  EnrichedField,
  Enrichments,
  EnrichmentsRequest,
  EventAttribute,
  EventDimension,
} from './schema.ts';

/** The user-defined parts of a schema, in storage form. */
export interface Definition {
  description: string | null;
  attributes: EventAttribute[];
  dimensions: EventDimension[];
  enrichments: Enrichments | null;
  filterFields: string[];
  eventIdTemplate: string | null;
  eventLevelRevenue: boolean;
}

/** A definition as sent, or a stored one with the sent members applied. */
export type SentDefinition = Omit<Definition, 'enrichments'> & {
  enrichments: EnrichmentsRequest | Enrichments | null;
};

const MAX_PROBLEMS = 5;
const MAX_DIMENSION_LENGTH = 200;
/** The setting's id may contain dots; a namespace has none. */
export const SETTING_KEY = /^setting\.([^.\s]+)\.(\S(?:.*\S)?)$/s;

/** Trims names, makes logic canonical and checks all rules within one schema; raises any problem. */
export function readDefinition(sent: SentDefinition): Definition {
  const problems: string[] = [];
  const definition: Definition = {
    description: sent.description === '' ? null : sent.description,
    attributes: sent.attributes.map(({ name, defaultUnit }) => ({
      name: name.trim(),
      ...(defaultUnit?.trim() && { defaultUnit: defaultUnit.trim() }),
    })),
    dimensions: sent.dimensions.map(({ name }) => ({ name: name.trim() })),
    enrichments: sent.enrichments && readEnrichments(sent.enrichments, problems),
    filterFields: sent.filterFields.map((name) => name.trim()),
    eventIdTemplate: sent.eventIdTemplate === '' ? null : sent.eventIdTemplate,
    eventLevelRevenue: sent.eventLevelRevenue,
  };
  problems.push(...findNameProblems(definition), ...findTemplateProblems(definition));
  if (problems.length > 0) throw invalidRequest({ problems: problems.slice(0, MAX_PROBLEMS) });
  return definition;
}

function readEnrichments(sent: EnrichmentsRequest, problems: string[]): Enrichments {
  const dependencies = (sent.dependencies ?? []).map(({ type, key, name }) => ({
    type,
    key: key.trim(),
    name: name.trim(),
  }));
  const names = new Set<string>();
  for (const [index, { key, name }] of dependencies.entries()) {
    const at = `enrichments.dependencies[${index}]`;
    if (!SETTING_KEY.test(key)) problems.push(`${at}.key: must be setting.<namespace>.<setting id>`);
    if (names.has(name)) problems.push(`${at}.name: ${name} is declared twice`);
    names.add(name);
  }
  const fields = sent.fields.map((field, index): EnrichedField => {
    const value = readValue(field, names);
    if (typeof value !== 'string') problems.push(`enrichments.fields[${index}].value: ${value.error}`);
    const { type, enrichmentType, order } = field;
    const text = typeof value === 'string' ? value : '';
    return { name: field.name.trim(), type, enrichmentType, value: text, order };
  });
  return { ...(dependencies.length > 0 && { dependencies }), fields };
}

/** The value of an enriched field in storage form, or the reason why it can never produce one. */
function readValue(
  { type, enrichmentType, value }: EnrichmentsRequest['fields'][number],
  dependencies: ReadonlySet<string>,
): string | { error: string } {
  if (enrichmentType === 'JSON_LOGIC') return readLogic(value);
  if (typeof value !== 'string') return { error: 'must be a string' };
  if (enrichmentType === 'JSON_LOGIC_FROM_DEPENDENCY') {
    const isKnown = dependencies.has(value.trim());
    return isKnown ? value.trim() : { error: 'must be the name of a declared dependency' };
  }
  if (type === 'DIMENSION') {
    const isShort = [...value].length <= MAX_DIMENSION_LENGTH;
    return isShort ? value : { error: `must have at most ${MAX_DIMENSION_LENGTH} characters` };
  }
  const number = readDecimal(value.trim());
  return number
    ? decimalText(number)
    : { error: 'must be a decimal number, because the field is an attribute' };
}

function readLogic(source: string | object): string | { error: string } {
  try {
    return parseLogic(source, GENERAL_LIMITS).canonical;
  } catch (error) {
    if (error instanceof LogicError) return { error: error.message };
    throw error;
  }
}

/** All fields of a schema share one namespace, so that a meter's filter is unambiguous. */
function* findNameProblems(definition: Definition): Generator<string> {
  const names = new Set<string>();
  const fields = [
    ...definition.attributes.map(({ name }, index) => [`attributes[${index}]`, name] as const),
    ...definition.dimensions.map(({ name }, index) => [`dimensions[${index}]`, name] as const),
    ...(definition.enrichments?.fields ?? []).map(
      ({ name }, index) => [`enrichments.fields[${index}]`, name] as const,
    ),
  ];
  for (const [at, name] of fields) {
    if (names.has(name)) yield `${at}.name: ${name} is declared twice`;
    names.add(name);
  }
  for (const [index, name] of definition.filterFields.entries()) {
    if (!names.has(name)) yield `filterFields[${index}]: ${name} is not a field of the schema`;
    if (definition.filterFields.indexOf(name) < index) yield `filterFields[${index}]: ${name} is repeated`;
  }
}

function findTemplateProblems({ eventIdTemplate }: Definition): string[] {
  if (eventIdTemplate === null) return [];
  const template = parseEventIdTemplate(eventIdTemplate);
  return 'error' in template ? [`eventIdTemplate: ${template.error}`] : [];
}
