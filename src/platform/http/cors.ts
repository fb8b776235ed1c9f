import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor, Environment } from './operation.ts';
import { originNotAllowed } from './problems.ts';
import { type Http, type OriginGrant, stateOf } from './request-state.ts';
import { type ShortLivedCache, shortLivedCache } from './short-lived-cache.ts';

/** An origin whose pages may call the API for an organization. */
export interface AllowedOrigin {
  origin: string;
  orgId: number;
  environment: Environment;
}

export interface CorsOptions {
  /** Every origin that any organization allows now. */
  listAllowed(): Promise<AllowedOrigin[]>;
  environmentOf(url: string): Environment;
}

type Grants = ReadonlyMap<string, OriginGrant>;

const EXPOSED = [
  ...['Error-Code', 'ETag', 'Retry-After', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'],
  ...['Event-Status', 'Event-Reference', 'Idempotency-Replayed', 'Deprecation', 'Sunset', 'Link', 'Location'],
  ...['X-Request-Id', 'Approval-Id'],
].join(', ');

/**
 * Pages of other origins send credentials in headers themselves: `Access-Control-Allow-Credentials` is never
 * sent, and the header that belongs to the cookie of a session is not among those that they may send.
 */
const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST, PATCH, PUT, DELETE',
  'access-control-allow-headers':
    'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, ' +
    'Traceparent, Tracestate, X-Request-Id',
  'access-control-max-age': '600',
  vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
};

const originRefused = (origin: string) => originNotAllowed({ origin: origin.slice(0, 100) });

/**
 * CORS for web pages. A preflight carries no credential, so it passes when any organization of the
 * environment allows the origin; the page may read the response only if the caller's own organization allows
 * it. A request without `Origin` costs one header lookup.
 */
export function registerCors(app: FastifyInstance, options: CorsOptions): void {
  const remember = shortLivedCache<Grants>();
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers;
    if (origin === undefined) {
      done();
      return;
    }
    reply.header('vary', 'Origin');
    const found = findGrants(remember, options);
    const keep = (grants: Grants | null) => {
      stateOf(request).originGrant = grants?.get(origin) ?? null;
      done();
    };
    // Without the database, the page gets no CORS headers, as with any other failure.
    if (found instanceof Promise) found.then(keep, () => keep(null));
    else keep(found);
  });
  app.route({
    method: 'OPTIONS',
    url: '*',
    handler: (request, reply) => respondToPreflight({ request, reply }, options.environmentOf(request.url)),
  });
}

function findGrants(remember: ShortLivedCache<Grants>, { listAllowed }: CorsOptions) {
  return remember('all', async () => {
    const grants = new Map<string, { orgIds: Set<number>; environments: Set<Environment> }>();
    for (const { origin, orgId, environment } of await listAllowed()) {
      const grant = grants.getOrInsertComputed(origin, () => ({
        orgIds: new Set(),
        environments: new Set(),
      }));
      grant.orgIds.add(orgId);
      grant.environments.add(environment);
    }
    return grants;
  });
}

function respondToPreflight({ request, reply }: Http, environment: Environment): FastifyReply {
  const { origin } = request.headers;
  const isPreflight = origin !== undefined && request.headers['access-control-request-method'] !== undefined;
  if (!isPreflight) {
    reply.callNotFound();
    return reply;
  }
  if (!stateOf(request).originGrant?.environments.has(environment)) throw originRefused(origin);
  return reply
    .code(204)
    .headers({ ...PREFLIGHT, 'access-control-allow-origin': origin })
    .send();
}

/** After authentication: lets a page read the response if the caller's own organization allows its origin. */
export function allowForCaller(http: Http, { org }: Actor): void {
  const state = stateOf(http.request);
  if (state.originGrant?.orgIds.has(org.orgId)) allow(http);
  state.originGrant = null;
}

/**
 * For responses without an authenticated caller: no credential, or a rejected one. They contain no
 * organization's data, and the page must be able to read the error.
 */
export function allowForNobody(http: Http, environment: Environment): void {
  if (stateOf(http.request).originGrant?.environments.has(environment)) allow(http);
}

function allow({ request, reply }: { request: FastifyRequest; reply: FastifyReply }): void {
  reply.headers({
    'access-control-allow-origin': request.headers.origin,
    'access-control-expose-headers': EXPOSED,
  });
}
