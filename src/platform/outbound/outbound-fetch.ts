import type { Outbound } from './outbound.ts';

/** No response: the target is not allowed, cannot be reached, or sends too much. */
export class OutboundFailed extends TypeError {
  override readonly name = 'OutboundFailed';
}

/** What libraries pass to `fetch`, as far as it is used. */
export interface FetchOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
}

/**
 * A `fetch` for libraries that call URLs of tenants, within the rules of all outbound requests: redirects are
 * returned, not followed. Rejects with `OutboundFailed`.
 */
export function outboundFetch(
  outbound: Pick<Outbound, 'exchange'>,
  maxBytes: number,
): (url: string, options: FetchOptions) => Promise<Response> {
  return async (url, { method = 'GET', headers = {}, body }) => {
    if (method !== 'GET' && method !== 'POST') throw new OutboundFailed(`${method} is not supported`);
    const text = body === undefined || body === null ? '' : String(body);
    const sent = await outbound.exchange({ method, url, headers, body: text, maxBytes });
    if (sent.status === null) throw new OutboundFailed(sent.error ?? 'no response');
    if (sent.body === null) throw new OutboundFailed('the response is too long');
    const isEmpty = sent.status === 204 || sent.status === 304;
    return new Response(isEmpty ? null : sent.body, {
      status: sent.status,
      ...(sent.contentType !== null && { headers: { 'content-type': sent.contentType } }),
    });
  };
}
