import type { FastifyRequest } from 'fastify';
import { Problem } from '../problem.ts';
import { baseUrlOf, callerAddress, userAgentOf } from './addressing.ts';
import { type Authenticate, readCredential } from './auth.ts';
import type { Actor, Environment, Operation } from './operation.ts';
import { notAcceptable } from './problems.ts';
import { addressKey, type RateClass, type RateLimiter } from './rate-limits.ts';
import { type Http, stateOf } from './request-state.ts';
import { isSecure } from './session-cookie.ts';

/** Authenticates a request and applies its rate limit, before anything else reads the request. */
export type Admit = (
  http: Http,
  target: { operation: Operation | null; environment: Environment },
) => Actor | Promise<Actor>;

/** Builds the first two checks of every request: the credential, then its rate limit. */
export function admitRequests(options: {
  authenticate: Authenticate;
  limiter: RateLimiter;
  publicUrl: string | null;
}): Admit {
  const { authenticate, limiter, publicUrl } = options;
  return ({ request, reply }, { operation, environment }) => {
    const count = (actor: Actor) => {
      stateOf(request).caller = actor;
      reply.headers(limiter.take(...bucketOf(actor, operation)));
      return actor;
    };
    const actor = authenticate(readCredential(request, operation, publicUrl), environment);
    return actor instanceof Promise ? actor.then(count) : count(actor);
  };
}

/** Notes that a session is used, and renews its cookie now and then. */
export type RefreshSession = (actor: Actor, caller: Caller) => Promise<string | null>;

interface Caller {
  address: string;
  userAgent: string;
  isSecure: boolean;
}

/** Undefined if there is nothing to note. */
export function refreshSession(
  { request, reply }: Http,
  actor: Actor,
  { refresh, publicUrl }: { refresh: RefreshSession | undefined; publicUrl: string | null },
): Promise<void> | undefined {
  if (!refresh || !actor.user?.isStale) return undefined;
  const caller = {
    address: callerAddress(request),
    userAgent: userAgentOf(request),
    isSecure: isSecure(baseUrlOf(request, publicUrl)),
  };
  return refresh(actor, caller).then((cookie) => {
    if (cookie !== null) reply.header('set-cookie', cookie);
  });
}

/** A request without a credential counts against its IP address, whatever its outcome. */
export function admitAnonymous(limiter: RateLimiter, { request, reply }: Http): void {
  reply.headers(limiter.take('unauthenticated', addressKey(callerAddress(request))));
}

/** An organization has one bucket per rate class, shared by all its keys; each portal token has its own. */
function bucketOf({ org, portal, credentialId }: Actor, operation: Operation | null): [RateClass, string] {
  return portal
    ? ['portal', `${org.orgId} ${credentialId}`]
    : [operation?.rateClass ?? 'other', String(org.orgId)];
}

/**
 * A rejected credential counts against its IP address; an address over its limit gets 429 instead. A valid
 * credential never gets here, whatever other callers do from the same address.
 */
export function countRejected(limiter: RateLimiter, { request, reply }: Http, problem: Problem): Problem {
  // Operations that need no credential have counted the request already.
  const isCounted = stateOf(request).compiled?.operation.handleAnonymous !== undefined;
  if (problem.status !== 401 || isCounted) return problem;
  try {
    reply.headers(limiter.take('unauthenticated', addressKey(callerAddress(request))));
    return problem;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

/** Throws when the `Accept` header excludes the content type of the operation. */
export function checkAccept(request: FastifyRequest, { stream }: Operation): void {
  const accept = request.headers.accept;
  const isAccepted = stream ? /text\/(?:event-stream|\*)|\*\/\*/i : /application\/(?:json|\*)|\*\/\*/i;
  if (!accept?.trim() || isAccepted.test(accept)) return;
  const type = stream ? 'text/event-stream' : 'application/json';
  throw notAcceptable({ type });
}
