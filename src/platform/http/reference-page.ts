import type { Operation } from './operation.ts';

interface Described {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  deprecated?: boolean;
  'x-scope': string | null;
  parameters?: Parameter[];
  requestBody?: { content: { 'application/json': { schema: SchemaNode } } };
  responses: Record<string, ApiResponse>;
}

interface ApiResponse {
  description: string;
  headers?: { 'Error-Code'?: { schema: { enum: string[] } } };
  content?: Record<string, { schema?: SchemaNode }>;
}

interface Components {
  schemas: Record<string, SchemaNode>;
  responses: Record<string, ApiResponse>;
  parameters: Record<string, Parameter>;
}

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  schema: SchemaNode;
}

interface SchemaNode {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  properties?: Record<string, SchemaNode>;
  required?: string[];
  items?: SchemaNode;
  anyOf?: SchemaNode[];
  additionalProperties?: boolean | SchemaNode;
  description?: string;
  $ref?: string;
  [keyword: string]: unknown;
}

const STYLE = `
body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1c2430}
h1{font-size:1.6rem}
h2{margin-top:2.5rem;border-bottom:1px solid #d8dee8}
summary{cursor:pointer;padding:.35rem 0}
code{font:13px ui-monospace,monospace;background:#f3f5f9;padding:.1rem .3rem;border-radius:3px}
.m{display:inline-block;min-width:4.2rem;font-weight:600;color:#0b5cad}
details{border-bottom:1px solid #eef1f6}
table{border-collapse:collapse;width:100%;margin:.5rem 0 1rem}
td,th{text-align:left;vertical-align:top;padding:.25rem .5rem;border-bottom:1px solid #eef1f6}
nav a{margin-right:.8rem}
.d{color:#a33}`;

/**
 * The reference as one page of plain HTML, generated from the document: no script, nothing loaded from
 * elsewhere. Each named schema is described once; its uses link to it.
 */
export function referencePage(operations: readonly Operation[], document: object): string {
  const { paths, info, components } = document as {
    paths: Record<string, Record<string, Described>>;
    info: { version: string };
    components: Components;
  };
  const describedOf = ({ route, method }: Operation) => paths[route]?.[method.toLowerCase()];
  const groups = Map.groupBy(operations, (operation) => describedOf(operation)?.tags[0] ?? '');
  const nav = [...groups.keys()].map((name) => `<a href="#${slug(name)}">${html(name)}</a>`).join(' ');
  const sections = [...groups].map(([name, members]) => {
    const entries = members.map((operation) =>
      entry(operation, {
        described: describedOf(operation),
        components,
      }),
    );
    return `<h2 id="${slug(name)}">${html(name)}</h2>${entries.join('')}`;
  });
  const named = Object.entries(components.schemas).map(
    ([name, schema]) => `<div id="${schemaId(name)}">${table(name, members(schema))}</div>`,
  );
  return page([
    '<h1>Tallymark API reference</h1>',
    `<p>Version ${html(info.version)}. Base URLs: <code>/</code> (production), <code>/sandbox</code>.`,
    'Send <code>Authorization: Bearer &lt;key&gt;</code>.',
    'Machine-readable: <a href="openapi.json">openapi.json</a>.</p>',
    `<nav>${nav}</nav>`,
    ...sections,
    '<h2>Named schemas</h2>',
    ...named,
  ]);
}

function page(body: string[]): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Tallymark API reference</title>',
    `<style>${STYLE}</style></head><body>`,
    ...body,
    '</body></html>',
  ].join('\n');
}

function anyone({ handleAnonymous }: Operation): string {
  return handleAnonymous ? 'none, and no credential' : 'any credential';
}

interface Known {
  described: Described | undefined;
  components: Components;
}

function entry(operation: Operation, { described, components }: Known): string {
  if (!described) return '';
  const whole = (schema: SchemaNode) => members(components.schemas[nameOf(schema)] ?? schema);
  const responses = Object.entries(described.responses).map(([status, response]): [string, ApiResponse] => [
    status,
    components.responses[nameOf(response)] ?? response,
  ]);
  const body = described.requestBody?.content['application/json'].schema;
  const success = responses.filter(([status]) => /^[23]/.test(status));
  const failures = responses.filter(([status]) => /^[45]/.test(status));
  const parameters = (described.parameters ?? []).map((each) => components.parameters[nameOf(each)] ?? each);
  return [
    `<details id="${html(operation.id)}"><summary>${title(operation, described)}</summary>`,
    described.description ? `<p>${html(described.description)}</p>` : '',
    `<p>Scope: <code>${html(described['x-scope'] ?? anyone(operation))}</code></p>`,
    table(
      'Parameters',
      parameters.map((p) => [p.name, `${kind(p.schema)} in ${p.in}`, rules(p.schema, p.required)]),
    ),
    body ? table(`Body${called(body)}`, whole(body)) : '',
    ...success.flatMap(([status, response]) =>
      Object.values(response.content ?? {}).map(({ schema = {} }) =>
        table(`Answer ${status}${called(schema)}`, whole(schema)),
      ),
    ),
    table(
      'Refusals',
      failures.map(([status, response]) => [
        status,
        html(codesOf(response).join(', ')),
        response.description,
      ]),
    ),
    '</details>',
  ].join('\n');
}

function title(operation: Operation, described: Described): string {
  const mark = described.deprecated ? ' <span class="d">deprecated</span>' : '';
  const route = `<span class="m">${operation.method}</span> <code>${html(operation.route)}</code>`;
  return `${route} ${html(described.summary)}${mark}`;
}

const MAX_DEPTH = 6;

function members(schema: SchemaNode, path = '', depth = 0): string[][] {
  if (depth > MAX_DEPTH) return [];
  if (schema.anyOf) return schema.anyOf.flatMap((branch) => members(branch, path, depth));
  const item = schema.items;
  if (item) return members(item, `${path}[]`, depth + 1);
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const at = path ? `${path}.${name}` : name;
    const isRequired = schema.required?.includes(name) ?? false;
    return [[at, kind(member), rules(member, isRequired)], ...members(member, at, depth + 1)];
  });
}

/** HTML: the type of a member, or a link to its named schema. */
function kind(schema: SchemaNode): string {
  const name = nameOf(schema);
  if (name) return `<a href="#${schemaId(name)}">${html(name)}</a>`;
  if (schema.anyOf) return [...new Set(schema.anyOf.map(kind))].join(' or ');
  const type = [schema.type ?? 'any'].flat().join(' or ');
  return schema.items
    ? `array of ${kind(schema.items)}`
    : html(`${type}${schema.format ? ` (${schema.format})` : ''}`);
}

function codesOf({ headers }: ApiResponse): readonly string[] {
  return headers?.['Error-Code']?.schema.enum ?? [];
}

/** The name behind a reference; empty for an inline schema. */
function nameOf(node: object): string {
  const { $ref = '' } = node as { $ref?: string };
  return $ref.slice($ref.lastIndexOf('/') + 1);
}

/** The text after the heading of a table. */
function called(schema: SchemaNode): string {
  return schema.$ref ? `: ${nameOf(schema)}` : '';
}

function schemaId(name: string): string {
  return `schema-${slug(name)}`;
}

const SHOWN_RULES = [
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'pattern',
  'maxProperties',
];

function rules(schema: SchemaNode, isRequired: boolean): string {
  const bounds = SHOWN_RULES.filter((name) => name in schema).map((name) => `${name} ${schema[name]}`);
  const values = schema.enum ? [schema.enum.map(String).join(' · ')] : [];
  return [isRequired ? 'required' : '', ...values, ...bounds, schema.description ?? '']
    .filter(Boolean)
    .join('; ');
}

/** Rows of a name, its type as HTML, and its description. */
function table(heading: string, rows: string[][]): string {
  if (rows.length === 0) return '';
  const cells = ([name = '', what = '', said = '']: string[]) =>
    `<td><code>${html(name)}</code></td><td>${what}</td><td>${html(said)}</td>`;
  const lines = rows.map((row) => `<tr>${cells(row)}</tr>`).join('');
  return `<table><tr><th colspan="3">${html(heading)}</th></tr>${lines}</table>`;
}

function slug(name: string): string {
  return name.replace(/[^A-Za-z0-9]+/g, '-');
}

function html(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
