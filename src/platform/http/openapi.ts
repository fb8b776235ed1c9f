import type { TObject, TSchema } from 'typebox';
import { queryParameters } from './compile.ts';
import type { Operation } from './operation.ts';
import { ErrorBody } from './schemas.ts';
import { wireName } from './writer.ts';

/** The OpenAPI 3.1 document of a list of operations: the same schemas that validate and serialize. */
export function openApiDocument(
  operations: readonly Operation[],
  options: { version: string; prefix: string },
): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    const item = paths[operation.route] ?? {};
    paths[operation.route] = {
      ...item,
      [operation.method.toLowerCase()]: describe(operation, options.prefix),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tallymark',
      version: options.version,
      description: 'Usage-based billing: usage events in, exact and explained invoices out.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [
      { url: '/', description: 'Production' },
      { url: '/sandbox', description: 'Sandbox: separate data, separate keys, a clock that can be moved' },
    ],
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key, or a token of POST /authenticate.',
        },
      },
      schemas: { Error: plain(ErrorBody, options.prefix) },
    },
  };
}

/** Which area an operation belongs to, for grouping: the first word of its route, extensions apart. */
export function groupOf(operation: Operation): string {
  const words = operation.route
    .split('/')
    .filter((word) => word && !/^(?:v2|ext|v1)$/.test(word) && !word.startsWith('{'));
  return `${isExtension(operation) ? 'extensions: ' : ''}${words[0] ?? 'service'}`;
}

export function isExtension(operation: Operation): boolean {
  return operation.route.startsWith('/ext/v1/');
}

function describe(operation: Operation, prefix: string): object {
  const { request, response } = operation;
  const parameters = [
    ...parametersIn('path', request?.params, prefix),
    ...parametersIn('query', queryParameters(operation), prefix),
  ];
  return {
    operationId: operation.id,
    summary: operation.summary,
    ...(operation.description && { description: operation.description }),
    tags: [groupOf(operation)],
    ...(operation.isDeprecated && { deprecated: true }),
    ...(isExtension(operation) && { 'x-extension': true }),
    ...(operation.isSandboxOnly && { 'x-sandbox-only': true }),
    'x-scope': operation.scope,
    ...(parameters.length > 0 && { parameters }),
    ...(request?.body && {
      requestBody: {
        required: !request.isBodyOptional,
        content: { 'application/json': { schema: plain(request.body, prefix) } },
      },
    }),
    responses: {
      ...success(response.status, response.body, prefix),
      ...Object.assign(
        {},
        ...Object.entries(response.alternatives ?? {}).map(([status, body]) =>
          success(Number(status), body, prefix),
        ),
      ),
      ...failures(operation),
    },
  };
}

function parametersIn(place: 'path' | 'query', schema: TObject | null | undefined, prefix: string): object[] {
  if (!schema) return [];
  const required = new Set(schema.required as string[] | undefined);
  return Object.entries(schema.properties).map(([name, member]) => ({
    name,
    in: place,
    required: place === 'path' || required.has(name),
    schema: plain(member, prefix),
  }));
}

function success(status: number, body: TSchema, prefix: string): Record<string, object> {
  return {
    [status]: { description: 'Success', content: { 'application/json': { schema: plain(body, prefix) } } },
  };
}

function failures(operation: Operation): Record<string, object> {
  const byStatus = new Map<number, string[]>([
    [400, ['INVALID_REQUEST']],
    [401, ['UNAUTHENTICATED']],
    [403, ['FORBIDDEN']],
  ]);
  for (const { status, code } of operation.problems ?? [])
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  const codes = (list: string[]) => ({
    'Error-Code': { schema: { type: 'string', enum: [...new Set(list)] } },
  });
  const entries = [...byStatus].sort(([a], [b]) => a - b);
  return {
    ...Object.fromEntries(
      entries.map(([status, list]) => [
        status,
        { description: list.join(', '), headers: codes(list), content },
      ]),
    ),
    default: { description: 'Any other failure', content },
  };
}

const INTERNAL_KEYWORDS = new Set(['instant', 'plainDate', 'multiline']);

/** A schema as plain JSON Schema: our keywords become standard ones. */
function plain(node: unknown, prefix: string): unknown {
  if (Array.isArray(node)) return node.map((item) => plain(item, prefix));
  if (node === null || typeof node !== 'object') return node;
  const copy: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(node)) {
    if (INTERNAL_KEYWORDS.has(key) || key.startsWith('~')) continue;
    if (key === 'decimal') Object.assign(copy, numericBounds(value as Record<string, string>));
    else if (key === 'properties')
      copy.properties = Object.fromEntries(
        Object.entries(value as object).map(([name, member]) => [
          wireName(name, prefix),
          plain(member, prefix),
        ]),
      );
    else if (key === 'required') copy.required = (value as string[]).map((name) => wireName(name, prefix));
    else copy[key] = plain(value, prefix);
  }
  return copy;
}

function numericBounds(bounds: Record<string, string>): object {
  return Object.fromEntries(Object.entries(bounds).map(([name, text]) => [name, Number(text)]));
}
