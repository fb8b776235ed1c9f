import type { FastifyRequest } from 'fastify';

const HOST = /^[A-Za-z0-9.:_[\]-]{1,255}$/;

/** As the caller sees it: behind a proxy that ends TLS, the proxy says so. Empty for a host that is none. */
export function originOf(request: FastifyRequest): string {
  const protocol = request.headers['x-forwarded-proto'] === 'https' ? 'https' : request.protocol;
  return HOST.test(request.host) ? `${protocol}://${request.host}` : '';
}
