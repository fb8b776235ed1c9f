import type { FastifyBaseLogger } from 'fastify';
import type { Metrics } from './metrics.ts';
import { type Http, stateOf } from './request-state.ts';

/** The one line of a request, and its time among the figures. */
export function logAnswer(
  to: { logger: FastifyBaseLogger; metrics: Metrics },
  { request, reply }: Http,
): void {
  const { compiled, actor, ended } = stateOf(request);
  const operation = compiled?.operation.id ?? request.routeOptions.url ?? 'unknown';
  const elapsedMs = reply.elapsedTime;
  to.metrics.observeRequest(operation, reply.statusCode, elapsedMs / 1000);
  // Not by the logger of the request: that is only made for those that have more to say.
  to.logger.info(
    {
      requestId: request.id,
      operation,
      status: reply.statusCode,
      ms: Math.round(elapsedMs * 10) / 10,
      org: actor?.org.id,
      environment: actor?.org.environment,
      // Ids, by which the key or the portal token is found in their lists; never what is presented.
      credential: actor?.credentialId,
      customer: actor?.portal?.customerId,
      ended,
    },
    'request',
  );
}
