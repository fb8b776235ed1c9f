import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Method, Operation } from './operation.ts';
import { methodNotAllowed } from './problems.ts';

const METHODS: readonly Method[] = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'];

/** The paths of an operation under both base URLs, in router syntax; sandbox-only operations have one. */
export function urlsOf(operation: Operation): string[] {
  const path = operation.route.replace(/\{(\w+)\}/g, ':$1');
  return operation.isSandboxOnly ? [`/sandbox${path}`] : [path, `/sandbox${path}`];
}

/**
 * Returns 405 with `Allow` for a path that has operations, but none with this method. Registered last,
 * because endpoints of the service itself may share a path with an operation. The credential is checked
 * first, so that an unauthenticated caller does not learn which paths exist.
 */
export function rejectOtherMethods(
  app: FastifyInstance,
  operations: readonly Operation[],
  checkCredential: (http: { request: FastifyRequest; reply: FastifyReply }) => unknown,
): void {
  const pairs = operations.flatMap((operation) => urlsOf(operation).map((url) => ({ url, operation })));
  for (const [url, found] of Map.groupBy(pairs, (pair) => pair.url)) {
    const allow = found.map(({ operation }) => operation.method).join(', ');
    const reject = async (request: FastifyRequest, reply: FastifyReply) => {
      await checkCredential({ request, reply });
      throw methodNotAllowed({ allow });
    };
    const free = METHODS.filter((method) => !app.hasRoute({ method, url }));
    if (free.length > 0) app.route({ method: free, url, onRequest: reject, handler: reject });
  }
}
