import { GENERAL_LIMITS, type ParsedLogic, parseLogic } from '#core/json-logic/index.ts';
import { boundedCache } from './bounded-cache.ts';
import { type EventIdTemplate, parseEventIdTemplate } from './event-id-template.ts';
import { SETTING_KEY } from './read-definition.ts';
import type { EnrichedField } from './schema.ts';
import type { EventSchemaRow } from './store.ts';

/** A schema with parsed logic and template: compile it once, process many events with it. */
export interface CompiledSchema {
  readonly name: string;
  readonly version: number;
  /** The required attributes of an event; processing reads no others. */
  readonly attributes: readonly string[];
  readonly dimensions: readonly string[];
  readonly eventIdTemplate: EventIdTemplate | null;
  readonly dependencies: readonly SchemaDependency[];
  /** In the order of evaluation. */
  readonly fields: readonly CompiledField[];
}

/** A setting that enrichments read. */
export interface SchemaDependency {
  /** As declared: `setting.<namespace>.<id>`. */
  key: string;
  namespace: string;
  id: string;
  name: string;
}

export interface CompiledField {
  readonly name: string;
  readonly type: EnrichedField['type'];
  readonly source:
    | { readonly kind: 'VALUE'; readonly value: string }
    | { readonly kind: 'LOGIC'; readonly logic: ParsedLogic }
    | { readonly kind: 'DEPENDENCY'; readonly name: string };
}

type Parts = Pick<CompiledSchema, 'eventIdTemplate' | 'dependencies' | 'fields'>;

const CACHED_CHARACTERS = 1_000_000;
// Keyed by content, so that no version, rollback or database can make an entry stale.
const parts = boundedCache<Parts>(CACHED_CHARACTERS);
const logics = boundedCache<ParsedLogic>(CACHED_CHARACTERS);

export function compileSchema(row: EventSchemaRow): CompiledSchema {
  const { enrichments, eventIdTemplate } = row;
  return {
    name: row.name,
    version: row.version,
    attributes: row.attributes.map(({ name }) => name),
    dimensions: row.dimensions.map(({ name }) => name),
    ...parts(JSON.stringify([enrichments, eventIdTemplate]), () => compileParts(row)),
  };
}

/** The settings to look up before `enrich`: of the account, customer, schema, organization (section 2). */
export function dependencyKeys(schema: CompiledSchema): readonly SchemaDependency[] {
  return schema.dependencies;
}

/** Logic from a setting, parsed once and cached. Throws `LogicError`. */
export function parseSettingLogic(text: string): ParsedLogic {
  return logics(text, () => parseLogic(text, GENERAL_LIMITS));
}

function compileParts({ enrichments, eventIdTemplate }: EventSchemaRow): Parts {
  const template = eventIdTemplate === null ? null : parseEventIdTemplate(eventIdTemplate);
  if (template && 'error' in template) throw new Error(`the stored eventIdTemplate ${template.error}`);
  return {
    eventIdTemplate: template,
    dependencies: (enrichments?.dependencies ?? []).map(({ key, name }) => {
      const [, namespace = '', id = ''] = SETTING_KEY.exec(key) ?? [];
      return { key, namespace, id, name };
    }),
    // The sort is stable, so the position decides between equal orders.
    fields: [...(enrichments?.fields ?? [])].sort((a, b) => a.order - b.order).map(compileField),
  };
}

function compileField({ name, type, enrichmentType, value }: EnrichedField): CompiledField {
  switch (enrichmentType) {
    case 'VALUE':
      return { name, type, source: { kind: 'VALUE', value } };
    case 'JSON_LOGIC':
      return { name, type, source: { kind: 'LOGIC', logic: parseLogic(value, GENERAL_LIMITS) } };
    case 'JSON_LOGIC_FROM_DEPENDENCY':
      return { name, type, source: { kind: 'DEPENDENCY', name: value } };
    default:
      return enrichmentType satisfies never;
  }
}
