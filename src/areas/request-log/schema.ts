import { type Static, Type } from 'typebox';
import { Closed, DateTime, Enum, List, PageOf, Text } from '#platform/http/schemas.ts';

export const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const;
export const STATUS_CLASSES = ['2XX', '3XX', '4XX', '5XX'] as const;
export const ACTOR_TYPES = ['API_KEY', 'ACCESS_TOKEN', 'PORTAL_TOKEN', 'USER'] as const;
export type ActorType = (typeof ACTOR_TYPES)[number];
export const BODIES_STATES = ['KEPT', 'OFF', 'BEHIND', 'ERASED'] as const;
export type BodiesState = (typeof BODIES_STATES)[number];
/** The most characters of a body that are kept. */
export const MAX_BODY = 16_384;

const members = {
  id: Text(1, 50),
  at: DateTime({ description: 'Real time of the service at which the request arrived' }),
  method: Type.String(),
  path: Type.String({ description: 'As sent, without the query; at most 500 characters' }),
  operationId: Type.Optional(Type.String({ description: 'Absent for a path that leads nowhere' })),
  status: Type.Integer(),
  errorCode: Type.Optional(Type.String({ description: 'The header Error-Code of the response' })),
  durationMs: Type.Integer(),
  requestId: Type.String({ description: 'The header X-Request-Id of the response' }),
  actor: Closed(
    {
      type: Enum(ACTOR_TYPES),
      id: Type.String({ description: 'Id of the API key, of the portal token, or of the user' }),
      name: Type.Optional(Type.String({ description: 'Name of the user, or present name of the key' })),
    },
    { component: 'RequestActor' },
  ),
  idempotencyKey: Type.Optional(Type.String()),
  isReplay: Type.Boolean({
    description: 'Whether the response was that of an earlier request with the same Idempotency-Key',
  }),
  standsFor: Type.Integer({
    description:
      'Above 1: the number of similar requests since the last recorded one. Of successful requests that ' +
      'send events, about one a second is recorded',
  }),
  lackedScopes: Type.Optional(
    List(Type.String(), { maxItems: 50, description: 'Of a forbidden request: the scopes that it lacked' }),
  ),
};
export const LoggedRequest = Closed(members, { component: 'LoggedRequest' });
export const LoggedRequestPage = Closed(
  {
    ...PageOf(LoggedRequest).properties,
    missing: Closed(
      {
        requests: Type.Integer({ description: 'Requests of the last 7 days that are not recorded' }),
        bodies: Type.Integer({ description: 'Requests that are recorded without their bodies' }),
        lastAt: Type.Optional(DateTime({ description: 'When the log last lacked something, to the minute' })),
      },
      {
        component: 'MissingRequests',
        description:
          'What the log lacks because there was too much of it; events that were sent do not count',
      },
    ),
    retentionDays: Type.Integer({ description: 'Days for which requests are kept' }),
    recording: Enum(['BODIES', 'HEADERS', 'OFF'], { description: 'What the operator has switched on' }),
  },
  { component: 'LoggedRequestPage' },
);

const Headers = (description: string) =>
  Type.Unsafe<Record<string, string>>({
    type: 'object',
    additionalProperties: { type: 'string' },
    maxProperties: 30,
    description,
  });
const Body = Closed(
  {
    size: Type.Optional(Type.Integer({ description: 'Bytes of the whole body; absent for a stream' })),
    text: Type.Optional(
      Type.String({ description: `The first ${MAX_BODY} characters, with [secret] in the place of secrets` }),
    ),
    isCut: Type.Boolean({ description: 'Whether the body goes on, or is not JSON from there on' }),
  },
  { component: 'LoggedBody' },
);
export const LoggedRequestDetail = Closed(
  {
    ...members,
    query: Type.Optional(Type.String()),
    requestHeaders: Headers('Those that affect the response, and User-Agent'),
    responseHeaders: Headers('Those that are not the same in every response'),
    requestBody: Body,
    responseBody: Body,
    bodies: Enum(BODIES_STATES, {
      description:
        'OFF: the operator has switched bodies off. BEHIND: there were too many at once. ERASED: they ' +
        'mentioned a person who was erased',
    }),
    isHidden: Type.Boolean({
      description:
        'Query and bodies are hidden from credentials without the scope of the operation, and those of ' +
        'operations without a scope from others than the caller and administrators',
    }),
    requiredScope: Type.Optional(Type.String({ description: 'The scope of the operation' })),
    previousId: Type.Optional(Type.String({ description: 'The request to the same path before this one' })),
    originalId: Type.Optional(Type.String({ description: 'Of a replay: the request that was carried out' })),
  },
  { component: 'LoggedRequestDetail' },
);
export type LoggedRequestDetail = Static<typeof LoggedRequestDetail>;
export const RequestParams = Type.Object({
  request_id: Text(1, 100, { description: 'Id of the entry, or X-Request-Id: then the last such request' }),
});

export const KeyUsageQuery = Type.Object({
  key_ids: Text(1, 5_000, { description: 'Ids of at most 100 API keys, separated by commas' }),
});
const KeyUsage = Closed(
  {
    keyId: Type.String(),
    lastUsedAt: Type.Optional(DateTime({ description: 'Real time, to the minute; absent: never' })),
    lackedScopes: List(
      Closed(
        {
          scope: Type.String(),
          count: Type.Integer({ description: 'Requests that were forbidden without it' }),
          lastAt: DateTime(),
          lastRequestId: Type.String({ description: 'Id of the last such request in the log' }),
        },
        { component: 'LackedScope' },
      ),
      { maxItems: 50, description: 'The last first; from requests that the log still has' },
    ),
  },
  { component: 'ApiKeyUsage' },
);
export const KeyUsages = Closed({ data: List(KeyUsage, { maxItems: 100 }) }, { component: 'ApiKeyUsages' });
