import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Environment } from './operation.ts';

const HOST = /^[A-Za-z0-9.:_[\]-]{1,255}$/;
const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/i;
/** Headers that proxies add to the requests that they forward. */
const PASSED_ON = /^(?:forwarded|via|x-real-ip|x-forwarded(?:-.+)?)$/;

/**
 * The base of every absolute link to this service, without a trailing slash: `PUBLIC_URL`. Without that
 * setting, the scheme and host of the request, which may only appear in the response to its caller; empty,
 * for relative links, without a request or a valid host.
 */
export function baseUrlOf(request: FastifyRequest | null, publicUrl: string | null): string {
  if (publicUrl !== null) return publicUrl;
  if (request === null || !HOST.test(request.host)) return '';
  // Both come from a trusted proxy, or else from the connection itself.
  return `${request.protocol === 'https' ? 'https' : 'http'}://${request.host}`;
}

/** The base of links in mails and on the terminal: `PUBLIC_URL`, or the address to listen on. */
export function homeUrlOf(listens: { publicUrl: string | null; host: string; port: number }): string {
  const { publicUrl, host, port } = listens;
  if (publicUrl !== null) return publicUrl;
  const name = /^(?:0\.0\.0\.0|::|127\.0\.0\.1|::1)$/.test(host) ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/**
 * The IP address of the caller: the nearest hop that is not a trusted proxy. A hop that is not an IP address
 * is ignored in favour of the proxy that forwarded it.
 */
export function callerAddress(request: FastifyRequest): string {
  for (const hop of request.ips?.toReversed() ?? []) {
    const address = withoutPort(hop);
    if (isIP(address) > 0) return address;
  }
  return request.socket.remoteAddress ?? '';
}

/** The program that the caller names, without control characters. */
export function userAgentOf({ headers }: FastifyRequest): string {
  return (headers['user-agent'] ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, 200);
}

/** Whether the request comes from a program on this machine, and not through a proxy on it. */
export function isFromThisMachine(request: FastifyRequest): boolean {
  const { remoteAddress = '' } = request.socket;
  return LOOPBACK.test(remoteAddress) && !Object.keys(request.headers).some((name) => PASSED_ON.test(name));
}

/** Some proxies append the caller's port, which differs for each connection. */
function withoutPort(hop: string): string {
  return /^\[(.+)\](?::\d+)?$/.exec(hop)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(hop)?.[1] ?? hop;
}

/** Whether a host is a loopback host. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || LOOPBACK.test(host);
}

/** The environment that a path belongs to. */
export function environmentOf(url: string): Environment {
  return /^\/sandbox(?:\/|\?|$)/.test(url) ? 'sandbox' : 'production';
}
