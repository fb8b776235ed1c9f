import { baseUrlOf, callerAddress, userAgentOf } from './addressing.ts';
import { rejectControlCharacters } from './body.ts';
import { deprecationHeaders } from './deprecation.ts';
import type { AnonymousRequest, CompiledOperation, OperationRequest, SentRequest } from './executor.ts';
import type { Environment } from './operation.ts';
import { readPrecondition } from './precondition.ts';
import { type Http, stateOf } from './request-state.ts';
import { readBrowserCookie } from './session-cookie.ts';

/** What the caller sent, in the form that operations take. */
export function readRequest(
  target: { compiled: CompiledOperation; shown: CompiledOperation | null; publicUrl: string | null },
  http: Http,
): OperationRequest {
  const { compiled, shown, publicUrl } = target;
  const { actor } = stateOf(http.request);
  if (!actor) throw new Error('a request arrived without a credential');
  const sent = readSent(http, publicUrl);
  const params = sent.params as Record<string, string>;
  const { operation } = compiled;
  const { deprecated } = operation;
  if (deprecated)
    http.reply.headers(
      deprecationHeaders(deprecated, { environment: actor.org.environment, params, publicUrl }),
    );
  const ifMatch = oneHeader(http.request.headers['if-match']);
  const precondition = readPrecondition(ifMatch, { operation, shown, path: sent.path, params });
  return { actor, ...sent, precondition, ifMatch: precondition && ifMatch ? ifMatch : null };
}

/** The same for a caller without a credential. */
export function readAnonymous(
  { environment, publicUrl }: { environment: Environment; publicUrl: string | null },
  http: Http,
): AnonymousRequest {
  const browser = readBrowserCookie(http.request, publicUrl);
  return { request: readSent(http, publicUrl), environment, browser };
}

function readSent({ request, reply }: Http, publicUrl: string | null): SentRequest {
  const { rawBody } = stateOf(request);
  const params = request.params as Record<string, string>;
  for (const [name, value] of Object.entries(params)) rejectControlCharacters(name, value);
  for (const [name, value] of Object.entries(request.query as object))
    rejectControlCharacters(name, String(value));
  return {
    requestId: request.id,
    address: callerAddress(request),
    userAgent: userAgentOf(request),
    baseUrl: baseUrlOf(request, publicUrl),
    path: pathOf(request.url),
    url: request.url,
    params,
    query: request.query as Record<string, unknown>,
    body: request.body,
    rawBody,
    idempotencyKey: oneHeader(request.headers['idempotency-key']),
    isAbandoned: () => reply.raw.destroyed,
  };
}

export function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

export function oneHeader(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(',') : value;
}
