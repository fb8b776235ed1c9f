import type { FastifyBaseLogger } from 'fastify';
import type { Metrics } from './metrics.ts';
import { type Http, stateOf } from './request-state.ts';

/** Told when a request is answered, or when its caller has gone. */
export type LogResponse = (http: Http) => void;

/** Asked by machines every few seconds, and worth a line to nobody but who looks for them. */
const PROBED = /^(?:\/sandbox)?\/(?:live|ready|metrics)$/;

/** The one line of a request, and its time among the figures. */
export function responseLog(to: { logger: FastifyBaseLogger; metrics: Metrics }): LogResponse {
  // Not by the logger of the request, which is only made for those that have more to say. And all that a line
  // says stands below, none of it a secret: looking for secrets in it costs five times what writing it does.
  const logger = to.logger.child({}, { redact: [] });
  return ({ request, reply }) => {
    const { compiled, actor, ended } = stateOf(request);
    const operation = compiled?.operation.id ?? request.routeOptions.url ?? 'unknown';
    const elapsedMs = reply.elapsedTime;
    to.metrics.observeRequest(operation, reply.statusCode, elapsedMs / 1000);
    logger[PROBED.test(operation) ? 'debug' : 'info'](
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
  };
}
