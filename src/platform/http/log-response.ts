import type { FastifyBaseLogger } from 'fastify';
import { type AccessLog, LOGS_ALL } from '../settings/access-log.ts';
import type { Metrics } from './metrics.ts';
import { type Http, stateOf } from './request-state.ts';

/** Called when the response has been sent, or when the caller has disconnected. */
export type LogResponse = (http: Http) => void;

/** Endpoints that probes request every few seconds; logged at debug level. */
export const PROBED = /^(?:\/sandbox)?\/(?:live|ready|metrics)$/;

interface ResponseLogOptions {
  logger: FastifyBaseLogger;
  metrics: Metrics;
  accessLog?: AccessLog;
}

/** Writes the log line of a request, if it is to have one, and records its duration in the metrics. */
export function responseLog({ accessLog = LOGS_ALL, ...to }: ResponseLogOptions): LogResponse {
  const standsFor = sampler(accessLog);
  // Uses its own logger: the request's logger is created only for requests that log more. The fields below
  // hold no secrets, and redaction costs five times as much as writing the line.
  const logger = to.logger.child({}, { redact: [] });
  return ({ request, reply }) => {
    const { compiled, actor, ended, span } = stateOf(request);
    const operation = compiled?.operation.id ?? request.routeOptions.url ?? 'unknown';
    const elapsedMs = reply.elapsedTime;
    to.metrics.observeRequest(operation, reply.statusCode, elapsedMs / 1000);
    const isProbe = PROBED.test(operation);
    const requests = standsFor({ isProbe, isFailure: reply.statusCode >= 400 });
    if (requests === 0) return;
    logger[isProbe ? 'debug' : 'info'](
      {
        requestId: request.id,
        traceId: span?.spanContext().traceId,
        operation,
        status: reply.statusCode,
        ms: Math.round(elapsedMs * 10) / 10,
        org: actor?.org.id,
        environment: actor?.org.environment,
        // Ids by which an operator finds the key or portal token; never the credential itself.
        credential: actor?.credentialId,
        customer: actor?.portal?.customerId,
        ended,
        standsFor: requests > 1 ? requests : undefined,
      },
      'request',
    );
  };
}

interface Logged {
  isProbe: boolean;
  isFailure: boolean;
}

/** For how many requests the line of this one stands; 0: it has none. Probes stand for no other request. */
function sampler({ successes, areFailuresLogged }: AccessLog): (request: Logged) => number {
  let unlogged = 0;
  return ({ isProbe, isFailure }) => {
    if (isFailure) return Number(areFailuresLogged);
    if (successes === 0) return 0;
    if (isProbe) return 1;
    unlogged = (unlogged + 1) % successes;
    return unlogged === 0 ? successes : 0;
  };
}
