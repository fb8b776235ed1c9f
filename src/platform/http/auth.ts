import type { FastifyRequest } from 'fastify';
import { forbidden, lacksScopes, type Problem, unauthenticated } from '../problem.ts';
import type { Actor, Environment, Operation } from './operation.ts';
import { checkPortalAccess } from './portal-access.ts';
import {
  identityProviderRequired,
  ownLoginNeeded,
  readSessionCredential,
  secondFactorRequired,
} from './session-cookie.ts';

/**
 * Resolves a credential to its actor; synchronously from the cache. Throws `unauthenticated` without
 * saying which part was wrong.
 */
export type Authenticate = (credential: string, environment: Environment) => Actor | Promise<Actor>;

/** Long enough for a portal token that lists a hundred accounts. */
const BEARER = /^Bearer +([\x21-\x7e]{1,8192})$/i;

/**
 * The credential of a request: the bearer header, `X-API-Key` where an operation accepts it, or else the
 * cookie of a session.
 */
export function readCredential(
  request: FastifyRequest,
  operation: Operation | null,
  publicUrl: string | null,
): string {
  const isSession =
    request.headers.cookie !== undefined &&
    request.headers.authorization === undefined &&
    request.headers['x-api-key'] === undefined;
  const session = isSession ? readSessionCredential(request, publicUrl) : null;
  return session ?? readBearer(request.headers, operation);
}

/** A credential that the caller sends deliberately: the bearer header, or `X-API-Key`. */
export function readBearer(
  headers: Record<string, string | string[] | undefined>,
  operation: Operation | null,
): string {
  const { authorization } = headers;
  const apiKey = headers['x-api-key'];
  if (typeof authorization === 'string') {
    const match = BEARER.exec(authorization);
    if (match?.[1]) return match[1];
  } else if (
    operation?.id === 'authenticate' &&
    typeof apiKey === 'string' &&
    /^[\x21-\x7e]{1,8192}$/.test(apiKey)
  ) {
    return apiKey;
  }
  throw unauthenticated();
}

/**
 * Throws `forbidden` when the credential lacks the operation's scope. A portal token has no scopes and may
 * use only operations that admit portal tokens; some operations are for people only.
 */
export function checkScope(actor: Actor, operation: Operation): void {
  if (actor.portal) checkPortalAccess(actor.portal, operation);
  else if (operation.needsUser && !actor.user)
    throw forbidden({ why: 'this operation is for a person who has logged in, not for a program' });
  else if (operation.needsOwnLogin && !actor.user?.isOwnLogin) throw ownLoginNeeded();
  else if (actor.user?.lacks && !operation.needsUser) throw missing(actor.user.lacks);
  else if (operation.scope !== null && !actor.scopes.has(operation.scope))
    throw lacksScopes([operation.scope]);
}

function missing(lacks: 'SECOND_FACTOR' | 'IDENTITY_PROVIDER'): Problem {
  return lacks === 'SECOND_FACTOR' ? secondFactorRequired() : identityProviderRequired();
}
