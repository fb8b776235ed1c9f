import { lookup as systemLookup } from 'node:dns/promises';
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { traceCall } from '../traces/trace-call.ts';
import { isForbiddenAddress } from './forbidden-addresses.ts';
import { checkPermit, type Permit } from './permit.ts';

/** Permitted targets of outbound requests, besides public hosts over TLS on ports 443 and 8443. */
export interface OutboundRules {
  /** Also allows plain HTTP and every port. */
  isHttpAllowed: boolean;
  /** Also allows private, loopback and other special addresses. */
  arePrivateTargetsAllowed: boolean;
}

export interface OutboundRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** The result of a request: a response, or the reason why there is none. */
export interface OutboundResult {
  status: number | null;
  /** First lines of the response head, truncated. */
  head: string | null;
  retryAfter: string | null;
  error: string | null;
}

/** Also has the response body: null when there was none, or it exceeds the limit. */
export interface OutboundResponse extends OutboundResult {
  body: string | null;
}

/** A request whose response the caller reads, with a limit that fits it. */
export interface OutboundExchange extends OutboundRequest {
  method: 'GET' | 'POST';
  maxBytes: number;
}

export interface ExchangedResponse extends OutboundResponse {
  contentType: string | null;
}

/** The only way to URLs that tenants configured. */
export interface OutboundGate {
  /** Why a URL is never allowed; null when it is. */
  urlProblem(url: string): string | null;
  /** Opens it for what the permit allows to leave. */
  through(permit: Permit): Outbound;
}

export interface Outbound {
  /** Never rejects. */
  post(request: OutboundRequest): Promise<OutboundResult>;
  /** Like `post`, for callers that need the response body. */
  send(request: OutboundRequest): Promise<OutboundResponse>;
  /** The same for other methods, and for longer response bodies. */
  exchange(request: OutboundExchange): Promise<ExchangedResponse>;
}

/** Resolves all addresses of a host name. */
export type Resolve = (host: string) => Promise<readonly { address: string; family: number }[]>;

interface Options {
  rules: OutboundRules;
  resolve?: Resolve;
  timeoutMs?: number;
}

const PORTS = new Set(['', '443', '8443']);
const TIMEOUT_MS = 15_000;
const MAX_RESPONSE_BYTES = 4096;
const MAX_HEAD = 4096;

/**
 * Sends requests to URLs that tenants configured. A host name is resolved once per request, every address is
 * checked, and the connection uses one of these: DNS rebinding has no effect. Redirects are not followed,
 * connections are not reused, and at most 4 KiB of a response are read unless the caller sets another limit.
 */
export function outbound({
  rules,
  resolve = resolveBySystem,
  timeoutMs = TIMEOUT_MS,
}: Options): OutboundGate {
  const exchange = async (request: OutboundExchange) => {
    const problem = urlProblem(request.url, rules);
    if (problem) return failed(problem);
    const transport = { lookup: checkedLookup(resolve, rules), timeoutMs };
    return traceCall(request, (headers) => call({ ...request, headers }, transport));
  };
  const send = async (request: OutboundRequest): Promise<OutboundResponse> => {
    const sent = { ...request, method: 'POST', maxBytes: MAX_RESPONSE_BYTES } as const;
    const { contentType: _unread, ...response } = await exchange(sent);
    return response;
  };
  const post = async (request: OutboundRequest): Promise<OutboundResult> => {
    const { body: _unread, ...result } = await send(request);
    return result;
  };
  return {
    urlProblem: (url) => urlProblem(url, rules),
    through: (permit) => {
      checkPermit(permit, ['WEBHOOKS', 'CHARGES', 'SIGN_IN']);
      return { post, send, exchange };
    },
  };
}

function urlProblem(text: string, rules: OutboundRules): string | null {
  if (!URL.canParse(text)) return 'must be a valid URL';
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(rules.isHttpAllowed && url.protocol === 'http:'))
    return 'must begin with https://';
  if (url.username || url.password) return 'must not contain a user name or a password';
  if (!rules.isHttpAllowed && !PORTS.has(url.port)) return 'must use port 443 or 8443';
  if (rules.arePrivateTargetsAllowed) return null;
  const host = hostOf(url);
  // The URL parser has normalized addresses in any notation, such as 0x7f.1 or 2130706433.
  if (isIP(host) > 0 && isForbiddenAddress(host)) return 'must not have a private or special address';
  const name = host.replace(/\.$/, '');
  return name === 'localhost' || name.endsWith('.localhost')
    ? 'must not have a private or special address'
    : null;
}

function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

const resolveBySystem: Resolve = (host) => systemLookup(host, { all: true, verbatim: true });

/** The connection calls this once, and connects only to its result. */
function checkedLookup(resolve: Resolve, rules: OutboundRules): LookupFunction {
  return (host, options, done) => {
    const lookUp = async () => {
      const found = await resolve(host);
      const forbidden = found.find(({ address }) => isForbiddenAddress(address));
      if (found.length === 0) throw new Error('the host has no address');
      if (forbidden && !rules.arePrivateTargetsAllowed)
        throw new Error('the host has a private or special address');
      return found.map(({ address, family }) => ({ address, family }));
    };
    lookUp().then(
      (found) => {
        const [first] = found;
        if (options.all) done(null, found as never);
        else if (first) done(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => done(error, '', 0),
    );
  };
}

interface Transport {
  lookup: LookupFunction;
  timeoutMs: number;
}

function call(
  { method, url, headers, body, maxBytes }: OutboundExchange,
  { lookup, timeoutMs }: Transport,
): Promise<ExchangedResponse> {
  const signal = AbortSignal.timeout(timeoutMs);
  const options: RequestOptions = {
    method,
    headers: { ...headers, ...(method === 'POST' && { 'content-length': String(Buffer.byteLength(body)) }) },
    agent: false,
    lookup,
    signal,
    maxHeaderSize: 16_384,
  };
  const target = new URL(url);
  const open = target.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((settle) => {
    const fail = (error: Error) => settle(failed(signal.aborted ? timeoutWords(timeoutMs) : wordsOf(error)));
    const request = open(target, options, (response) => {
      readSome(response, maxBytes).then((text) => {
        const contentType = response.headers['content-type'] ?? null;
        settle({ ...outcomeOf(response), body: text, contentType });
        request.destroy();
      }, fail);
    });
    request.on('error', fail);
    request.end(method === 'POST' ? body : undefined);
  });
}

/** Reads the whole response body; null when it exceeds the limit. */
async function readSome(response: IncomingMessage, maxBytes: number): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    chunks.push(chunk as Buffer);
    bytes += (chunk as Buffer).length;
    if (bytes >= maxBytes) return null;
  }
  return Buffer.concat(chunks).toString();
}

function outcomeOf(response: IncomingMessage): OutboundResult {
  const { statusCode = 0, rawHeaders } = response;
  const lines = [`HTTP/${response.httpVersion} ${statusCode}`];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) lines.push(`${rawHeaders[i]}: ${rawHeaders[i + 1]}`);
  return {
    status: statusCode,
    head: storable(lines.join('\n')).slice(0, MAX_HEAD),
    retryAfter: response.headers['retry-after'] ?? null,
    error: null,
  };
}

function failed(error: string): ExchangedResponse {
  return { status: null, head: null, retryAfter: null, error, body: null, contentType: null };
}

function timeoutWords(timeoutMs: number): string {
  return `no complete response within ${timeoutMs / 1000} s`;
}

/** Error codes describe most failures; system messages would reveal addresses. */
function wordsOf(error: Error): string {
  const { code } = error as NodeJS.ErrnoException;
  return storable(code ? `connection failed: ${code}` : error.message).slice(0, 500);
}

/** Strips control characters that a hostile response may contain; keeps line breaks. */
function storable(text: string): string {
  return text.replace(/[^\x20-\x7e\n\u00a0-\u00ff]/g, '?');
}
