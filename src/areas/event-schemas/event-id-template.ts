/** The event as templates and enrichments see it: raw, as sent. */
export interface SchemaEvent {
  schemaName: string;
  /** Account id or alias, as sent. */
  accountId: string;
  timestamp: Temporal.Instant;
  /** Decimal text by name. */
  attributes: ReadonlyMap<string, string>;
  dimensions: ReadonlyMap<string, string>;
}

/** Literal text and field readers, in the order in which they are concatenated. */
export type EventIdTemplate = readonly (string | EventReader)[];
type EventReader = (event: SchemaEvent) => string | undefined;

const MAX_EVENT_ID_LENGTH = 512;
const PLACEHOLDER = /\{\{([^{}]*)\}\}/;
const FIELD = /^(attribute|dimension)s?\.(.+)$/s;

/** Parses `literal{{path}}literal…`, or explains why it cannot (metering-pricing 1.4). */
export function parseEventIdTemplate(text: string): EventIdTemplate | { error: string } {
  // Splitting by a pattern with one group leaves literals at even and paths at odd indexes.
  const pieces = text.split(PLACEHOLDER);
  const parts: (string | EventReader)[] = [];
  for (const [index, piece] of pieces.entries()) {
    if (index % 2 === 0) {
      if (/\{\{|\}\}/.test(piece)) return { error: 'has braces that do not enclose a path' };
      if (piece !== '') parts.push(piece);
      continue;
    }
    const reader = readerOf(piece.trim());
    if (!reader) return { error: `cannot read {{${piece.trim().slice(0, 60)}}}; use ${PATHS}` };
    parts.push(reader);
  }
  // A constant id would make every event but the first a duplicate.
  return pieces.length > 1 ? parts : { error: 'must contain at least one path such as {{accountId}}' };
}

/** The id, or null if a path is missing or the id would exceed 512 characters. */
export function fillEventIdTemplate(template: EventIdTemplate, event: SchemaEvent): string | null {
  let id = '';
  for (const part of template) {
    const text = typeof part === 'string' ? part : part(event);
    if (text === undefined) return null;
    id += text;
  }
  return id.length <= MAX_EVENT_ID_LENGTH || [...id].length <= MAX_EVENT_ID_LENGTH ? id : null;
}

const PATHS = 'accountId, timestamp, schemaName, attributes.<name> or dimensions.<name>';

function readerOf(path: string): EventReader | null {
  switch (path) {
    case 'accountId':
    case 'schemaName':
      return (event) => event[path];
    case 'timestamp':
      return (event) => event.timestamp.toString({ smallestUnit: 'millisecond' });
    default:
      return fieldReader(path);
  }
}

function fieldReader(path: string): EventReader | null {
  const [, kind, name] = FIELD.exec(path) ?? [];
  if (name === undefined) return null;
  return kind === 'attribute' ? (event) => event.attributes.get(name) : (event) => event.dimensions.get(name);
}
