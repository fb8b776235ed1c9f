import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

const HOST = /^[A-Za-z0-9.:_[\]-]{1,255}$/;
const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/i;
/** What proxies add to the requests that they pass on. */
const PASSED_ON = /^(?:forwarded|via|x-real-ip|x-forwarded(?:-.+)?)$/;

/**
 * What every absolute link to this service begins with, without a slash at the end: `PUBLIC_URL`. Without
 * that setting it is how the caller of a request addressed the service, which only the answer to that caller
 * may say; empty, so that links are relative, where there is no request or its host is none.
 */
export function baseUrlOf(request: FastifyRequest | null, publicUrl: string | null): string {
  if (publicUrl !== null) return publicUrl;
  if (request === null || !HOST.test(request.host)) return '';
  // Both are what a trusted proxy says, or what the connection itself is.
  return `${request.protocol === 'https' ? 'https' : 'http'}://${request.host}`;
}

/**
 * The address of the caller, as far as proxies are believed: the nearest one that no trusted proxy has. A
 * text that is no address never counts as one: then it is that of the proxy which passed it on.
 */
export function callerAddress(request: FastifyRequest): string {
  for (const hop of request.ips?.toReversed() ?? []) {
    const address = withoutPort(hop);
    if (isIP(address) > 0) return address;
  }
  return request.socket.remoteAddress ?? '';
}

/** From a program on this machine, and not through a proxy on it. */
export function isFromThisMachine(request: FastifyRequest): boolean {
  const { remoteAddress = '' } = request.socket;
  return LOOPBACK.test(remoteAddress) && !Object.keys(request.headers).some((name) => PASSED_ON.test(name));
}

/** Some proxies name the port of the caller too, and each connection has another. */
function withoutPort(hop: string): string {
  return /^\[(.+)\](?::\d+)?$/.exec(hop)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(hop)?.[1] ?? hop;
}

/** A host that means this machine alone. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || LOOPBACK.test(host);
}
