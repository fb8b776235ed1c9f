import type { FastifyInstance, FastifyRequest } from 'fastify';
import { SESSION_HEADER } from '#platform/http/session-cookie.ts';

/** What the service needs to know of the caller; nothing of where the request for the page came from. */
const KEPT = ['cookie', 'host', 'x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'user-agent'];
const UNAUTHENTICATED = 401;

/**
 * The session of whoever asks for the page, as a data element that its code reads: no second request is
 * needed before the first paint. Data is no code, so the policy of the page stays as strict as it is.
 *
 * A page of another site may have led here, which calls of the API with a session rule out. This call only
 * reads, and no other site can read the page: it has no CORS headers, may not be framed, and shares no
 * window.
 *
 * `null` for nobody; no element if the service could not say, and then the code of the page asks for itself.
 */
export async function inlineSession(
  app: FastifyInstance,
  request: FastifyRequest,
  path: string,
): Promise<string> {
  const headers = Object.fromEntries(KEPT.map((name) => [name, request.headers[name]]).filter(hasValue));
  const { statusCode, body } = await app.inject({
    url: path,
    headers: { ...headers, accept: 'application/json', [SESSION_HEADER]: '1' },
    ...(request.socket.remoteAddress && { remoteAddress: request.socket.remoteAddress }),
  });
  if (statusCode === UNAUTHENTICATED) return element('null');
  return statusCode === 200 ? element(body) : '';
}

function hasValue(entry: unknown[]): boolean {
  return typeof entry[1] === 'string';
}

/** In an element of data, nothing but `<` could end it. */
function element(json: string): string {
  return `<script type="application/json" id="session">${json.replaceAll('<', '\\u003c')}</script>`;
}
