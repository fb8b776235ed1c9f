import { type ApiDocument, nameOf, type Schema } from './document.ts';
import { Html, html } from './html.ts';
import { linkFrom, objectPage, type Target } from './links.ts';
import { renderLine } from './markdown.ts';

/** Where members are listed. */
interface Place {
  readonly page: Target;
  readonly schemas: ApiDocument['components']['schemas'];
  /** How many named schemas deep members are shown; deeper ones have a link to their page. */
  readonly depth: number;
  /** Before the name of a member in its anchor; without it, members have no anchors. */
  readonly anchors?: string;
}

interface Nested extends Place {
  /** Named schemas that contain these members. */
  readonly above: readonly string[];
}

/** The members of a schema as a list; null if it has none. */
export function memberList(schema: Schema, place: Place): Html | null {
  return listOf(schema, { ...place, above: [] });
}

function listOf(schema: Schema, place: Nested): Html | null {
  const name = nameOf(schema);
  const known = name ? place.schemas[name] : schema;
  if (!known) return null;
  const inside = name ? { ...place, above: [...place.above, name] } : place;
  if (known.items) return listOf(known.items, inside);
  if (known.anyOf) return variants(known.anyOf, inside);
  const { properties, additionalProperties, required = [] } = known;
  if (!properties)
    return typeof additionalProperties === 'object' ? listOf(additionalProperties, inside) : null;
  const members = Object.entries(properties).map(([key, member]) =>
    memberItem({ name: key, schema: member, isRequired: required.includes(key) }, inside),
  );
  return members.length > 0 ? html`<ul class="members">${members}</ul>` : null;
}

function variants(variantsOf: readonly Schema[], { page, schemas, depth, above }: Nested): Html | null {
  // Variants have members with the same names, and so no anchors.
  const inside = { page, schemas, depth, above };
  const lists = variantsOf.map((schema) => ({ schema, list: listOf(schema, inside) }));
  const shown = lists.filter(({ list }) => list !== null);
  if (shown.length === 1) return shown[0]?.list ?? null;
  if (shown.length === 0) return null;
  const parts = shown.map(({ schema, list }) => html`<p class="variant">${typeOf(schema, page)}</p>${list}`);
  return html`${parts}`;
}

export interface Member {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

/** One member or parameter with its type, limits and values, and its own members to expand. */
export function memberItem(member: Member, place: Nested): Html {
  const { name, schema, isRequired } = member;
  const limits = limitsOf(schema);
  const id = new Html(place.anchors === undefined ? '' : ` id="${place.anchors}${name}"`);
  const { page, schemas, depth, above } = place;
  const type = html`<span class="type">${typeOf(schema, page)}</span>`;
  return html`<li${id}><div class="member"><code>${name}</code> ${type}${
    isRequired && html` <span class="required">required</span>`
  }${
    schema['x-extension'] && html` <span class="mark">extension</span>`
  }</div>${schema.description && html`<p>${renderLine(schema.description)}</p>`}${valuesOf(schema)}${
    limits.length > 0 && html`<p class="limits">${limits.join(' · ')}</p>`
  }${nested(schema, { page, schemas, depth, above })}</li>`;
}

/** Members below a member, collapsed. */
function nested(schema: Schema, place: Nested): Html | null {
  const names = refsOf(schema);
  const isTooDeep = names.length > 0 && place.above.length >= place.depth;
  if (isTooDeep || names.some((name) => place.above.includes(name))) return null;
  const list = listOf(schema, place);
  return list && html`<details><summary>Members</summary>${list}</details>`;
}

/** The names to which a schema refers without members between. */
function refsOf(schema: Schema): string[] {
  const name = nameOf(schema);
  if (name) return [name];
  return [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])].flatMap(refsOf);
}

/** The type in words, with a link to each named schema. */
export function typeOf(schema: Schema, page: Target): Html {
  const name = nameOf(schema);
  if (name) return html`<a href="${linkFrom(page, objectPage(name))}">${name}</a>`;
  if (schema.anyOf) {
    const types = schema.anyOf.map((each) => typeOf(each, page).text);
    return new Html([...new Set(types)].join(' or '));
  }
  if (schema.items) return html`array of ${typeOf(schema.items, page)}`;
  const { additionalProperties: values, properties } = schema;
  if (typeof values === 'object' && !properties) return html`map of ${typeOf(values, page)}`;
  const types = [schema.type ?? 'any value'].flat();
  return html`${types.map((type) => (type === 'string' ? (schema.format ?? type) : type)).join(' or ')}`;
}

function valuesOf(schema: Schema): Html | null {
  const values = schema.enum ?? schema.items?.enum ?? (schema.const === undefined ? [] : [schema.const]);
  if (values.length === 0) return null;
  const extensions = (schema.items ?? schema)['x-extension-values'] ?? [];
  const shown = values.map((value) => {
    const isExtension = extensions.includes(value);
    return html`<code>${String(value)}</code>${isExtension && html` <span class="mark">extension</span>`} `;
  });
  return html`<p class="values">${shown}</p>`;
}

/** Limits in words, such as `3 to 255 characters`. */
function limitsOf(schema: Schema): string[] {
  const { pattern, exclusiveMinimum, exclusiveMaximum, uniqueItems } = schema;
  const inside = schema.items ? limitsOf(schema.items).map((limit) => `each ${limit}`) : [];
  return [
    range(schema.minLength, schema.maxLength, 'character'),
    range(schema.minimum, schema.maximum, ''),
    exclusiveMinimum !== undefined && `more than ${exclusiveMinimum}`,
    exclusiveMaximum !== undefined && `less than ${exclusiveMaximum}`,
    range(schema.minItems, schema.maxItems, 'item'),
    range(schema.minProperties, schema.maxProperties, 'member'),
    uniqueItems === true && 'no item twice',
    typeof pattern === 'string' && pattern !== '\\S' && `matches ${pattern}`,
    pattern === '\\S' && 'not blank',
    schema.default !== undefined && `default ${JSON.stringify(schema.default)}`,
    ...inside,
  ].filter((limit) => typeof limit === 'string');
}

function range(from: unknown, to: unknown, unit: string): string | false {
  const [min, max] = [from, to].map((each) => (typeof each === 'number' ? each : null));
  const words = (count: number | null | undefined) => {
    const number = Number(count).toLocaleString('en', { maximumSignificantDigits: 20 });
    const text = Math.abs(Number(count)) >= 1e15 ? String(count) : number;
    return unit ? `${text} ${unit}${count === 1 ? '' : 's'}` : text;
  };
  if (min === null && max === null) return false;
  if (max === null) return `at least ${words(min)}`;
  if (min === null || (min === 0 && unit !== '')) return `at most ${words(max)}`;
  if (min === max) return `exactly ${words(max)}`;
  return `${words(min).replace(/ .*/, '')} to ${words(max)}`;
}
