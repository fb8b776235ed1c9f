import type { TObject, TSchema } from 'typebox';
import { runAtOnce } from '#core/run-at-once.ts';
import type { TagGroup } from '../reference/contents.ts';
import { baseUrlOf } from './addressing.ts';
import { queryParameters } from './compile.ts';
import { describeDeprecationHeaders, nameSuccessor } from './deprecation.ts';
import { hasEntityTag } from './entity-tag.ts';
import { errorCatalogue } from './error-catalogue.ts';
import { addExamples } from './openapi-examples.ts';
import { failures, ownCodes, sharedResponses } from './openapi-failures.ts';
import { type SchemaPrinter, schemaPrinter } from './openapi-schemas.ts';
import { type Paths, shareParts, titleCase } from './openapi-shared.ts';
import type { Operation } from './operation.ts';
import { EVERYWHERE } from './problems.ts';
import type { RecordedExamples } from './recorded-examples.ts';
import { ErrorBody } from './schemas.ts';

/** The version of the API; the product has a version of its own. */
export const API_VERSION = '1.0';

interface DocumentOptions {
  prefix: string;
  publicUrl?: string | null;
  examples?: RecordedExamples;
  /** Titles of product areas by operation id; they are the tags. */
  groups?: ReadonlyMap<string, string>;
  /** The tags in the order of the reference. */
  tagGroups?: readonly TagGroup[];
}

/** The OpenAPI 3.1 document of a list of operations, from the schemas that also validate and serialize. */
export function openApiDocument(operations: readonly Operation[], options: DocumentOptions): object {
  return runAtOnce(documentInSteps(operations, options));
}

/** The same, an operation per step: all of them take longer than one request may hold the event loop. */
export function* documentInSteps(
  operations: readonly Operation[],
  options: DocumentOptions,
): Generator<undefined, object> {
  const paths: Paths = {};
  const tagged = new Set(operations.filter(hasEntityTag).map(({ route }) => route));
  const ids = new Map(operations.map(({ id, method, route }) => [`${method} ${route}`, id]));
  const base = baseUrlOf(null, options.publicUrl ?? null);
  const schemas = schemaPrinter(options.prefix);
  const { groups = new Map<string, string>() } = options;
  const print: Print = { schemas, tagged, ids, groups };
  schemas.print(ErrorBody);
  for (const operation of operations) {
    const item = paths[operation.route] ?? {};
    paths[operation.route] = {
      ...item,
      [operation.method.toLowerCase()]: describe(operation, print),
    };
    yield;
  }
  addExamples(paths, options.examples ?? {}, options.prefix);
  yield;
  const shared = shareParts(paths);
  yield;
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tallymark',
      version: API_VERSION,
      description: 'Usage-based billing: usage events in, exact and explained invoices out.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [
      { url: base || '/', description: 'Production' },
      {
        url: `${base}/sandbox`,
        description: 'Sandbox: separate data, separate keys, a clock that can be moved',
      },
    ],
    security: [{ bearer: [] }, { session: [] }],
    ...describeTags(options),
    'x-common-error-codes': [...new Set(EVERYWHERE.map(({ code }) => code))].sort(),
    'x-errors': errorCatalogue(operations),
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API key or a token from POST /authenticate; portal tokens only where `x-portal` is set.',
        },
        session: SESSION_SCHEME,
      },
      ...shared,
      responses: sharedResponses(),
      schemas: schemas.components(),
    },
  };
}

const SESSION_SCHEME = {
  ...{ type: 'apiKey', in: 'cookie', name: 'tallymark_session' },
  description:
    'The cookie of POST /ext/v1/sessions, `__Host-tallymark_session` over https, with the header ' +
    '`Tallymark-Session: 1`, for pages of this service.',
};

function describeTags({ groups, tagGroups = [] }: DocumentOptions): object {
  const described = tagGroups.flatMap(({ tags }) => tags);
  const others = new Set(groups?.values()).difference(new Set(described.map(({ name }) => name)));
  return {
    tags: [...described, ...[...others].map((name) => ({ name }))],
    ...(tagGroups.length > 0 && {
      'x-tagGroups': tagGroups.map(({ name, tags }) => ({ name, tags: tags.map((tag) => tag.name) })),
    }),
  };
}

export function isExtension(operation: Operation): boolean {
  return operation.route.startsWith('/ext/v1/');
}

interface Print {
  schemas: SchemaPrinter;
  /** Routes whose GET returns an entity tag. */
  tagged: ReadonlySet<string>;
  /** Operation ids by method and route. */
  ids: ReadonlyMap<string, string>;
  /** Area titles by operation id. */
  groups: ReadonlyMap<string, string>;
}

function describe(operation: Operation, print: Print): object {
  const { request } = operation;
  const parameters = [
    ...parametersIn('path', request?.params, print),
    ...parametersIn('query', queryParameters(operation), print),
    ...(operation.stream ? [LAST_EVENT_ID] : []),
    ...(operation.beginsSession ? [SESSION_HEADER] : []),
    ...conditionsOf(operation, print),
  ];
  return {
    operationId: operation.id,
    summary: operation.summary,
    ...describeAtLength(operation, print),
    tags: [print.groups.get(operation.id) ?? 'Service'],
    ...(operation.deprecated && { deprecated: true }),
    ...(isExtension(operation) && { 'x-extension': true }),
    ...(operation.isSandboxOnly && { 'x-sandbox-only': true }),
    'x-scope': operation.scope,
    ...(operation.handleAnonymous && { security: [] }),
    ...(operation.needsUser && { security: [{ session: [] }] }),
    ...(operation.portal && { 'x-portal': operation.portal.mode }),
    ...(parameters.length > 0 && { parameters }),
    ...(request?.body && {
      requestBody: {
        required: !request.isBodyOptional,
        content: {
          'application/json': {
            schema: print.schemas.printBody(request.body, `${titleCase(operation.id)}Request`),
          },
        },
      },
    }),
    ...(ownCodes(operation).length > 0 && { 'x-error-codes': ownCodes(operation) }),
    responses: {
      ...successes(operation, print),
      ...failures(operation),
    },
  };
}

/** Parameters of conditional requests, for URLs whose GET returns an entity tag. */
function conditionsOf(operation: Operation, { tagged }: Print): object[] {
  const { method, route, handle } = operation;
  if (hasEntityTag(operation)) return [{ ...CONDITION, name: 'If-None-Match' }];
  const isChange = method === 'PATCH' || method === 'PUT' || method === 'DELETE';
  return isChange && handle && tagged.has(route) ? [{ ...CONDITION, name: 'If-Match' }] : [];
}

const CONDITION = {
  in: 'header',
  schema: { type: 'string', maxLength: 2000, description: '`*`, or entity tags from the GET of this URL' },
};

/** Browsers send it by themselves when they reconnect to a stream. */
const LAST_EVENT_ID = {
  name: 'Last-Event-ID',
  in: 'header',
  schema: { type: 'string', maxLength: 200, description: 'The id of the last message received' },
};

/** Pages of other sites cannot send it. */
const SESSION_HEADER = {
  name: 'Tallymark-Session',
  in: 'header',
  required: true,
  schema: { type: 'string', enum: ['1'] },
};

function describeAtLength(
  { description, portal, deprecated }: Operation,
  { ids }: Print,
): { description?: string } {
  const { accepts, hides = [] } = portal ?? {};
  const parts = [
    description,
    deprecated && nameSuccessor(deprecated, (name) => ids.get(name)),
    deprecated?.sunset && `It stays at least until ${deprecated.sunset}.`,
    accepts && `Portal tokens may send ${accepts.join(', ')} only.`,
    hides.length > 0 && `Portal tokens do not see ${hides.join(', ')}.`,
  ];
  const text = parts.filter(Boolean).join(' ');
  return text ? { description: text } : {};
}

function parametersIn(
  location: 'path' | 'query',
  schema: TObject | null | undefined,
  print: Print,
): object[] {
  if (!schema) return [];
  const required = new Set(schema.required as string[] | undefined);
  return Object.entries(schema.properties).map(([name, member]) => ({
    name,
    in: location,
    ...((location === 'path' || required.has(name)) && { required: true }),
    schema: print.schemas.print(member),
  }));
}

const LOCATION = { Location: { schema: { type: 'string' }, required: true } };

function successes(operation: Operation, print: Print): Record<string, object> {
  const { response, deprecated, stream } = operation;
  const isTagged = hasEntityTag(operation);
  const described = {
    ...(deprecated && describeDeprecationHeaders(deprecated)),
    ...(isTagged && ENTITY_TAG),
    ...Object.fromEntries(
      Object.entries(response.headers ?? {}).map(([name, schema]) => [
        name,
        { schema: print.schemas.print(schema) },
      ]),
    ),
  };
  const headers = Object.keys(described).length > 0 && { headers: described };
  const own = String(response.status);
  const bodies = Object.entries<TSchema>({ [own]: response.body, ...response.alternatives });
  const unchanged = isTagged && {
    304: { $ref: '#/components/responses/NotModified' },
  };
  const responses = Object.fromEntries(
    bodies.map(([status, body]): [string, object] => {
      if (status === '302') return [status, { description: 'Success, without a body', headers: LOCATION }];
      const type = stream ? 'text/event-stream' : 'application/json';
      const name = `${titleCase(operation.id)}${status === own ? '' : status}Response`;
      const content = { [type]: { schema: print.schemas.printBody(body, name) } };
      return [status, { description: 'Success', ...headers, content }];
    }),
  );
  return { ...responses, ...unchanged };
}

const ENTITY_TAG = { ETag: { schema: { type: 'string' } } };
