import type { FastifyBaseLogger } from 'fastify';
import type { Metrics } from './metrics.ts';
import { type Http, stateOf } from './request-state.ts';

/** Called when the response has been sent, or when the caller has disconnected. */
export type LogResponse = (http: Http) => void;

/** Endpoints that probes request every few seconds; logged at debug level. */
const PROBED = /^(?:\/sandbox)?\/(?:live|ready|metrics)$/;

/** Writes the one log line of a request and records its duration in the metrics. */
export function responseLog(to: { logger: FastifyBaseLogger; metrics: Metrics }): LogResponse {
  // Uses its own logger: the request's logger is created only for requests that log more. The fields below
  // hold no secrets, and redaction costs five times as much as writing the line.
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
        // Ids by which an operator finds the key or portal token; never the credential itself.
        credential: actor?.credentialId,
        customer: actor?.portal?.customerId,
        ended,
      },
      'request',
    );
  };
}
