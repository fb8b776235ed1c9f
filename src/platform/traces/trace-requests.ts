import { context, propagation, ROOT_CONTEXT, SpanKind } from '@opentelemetry/api';
import type { FastifyInstance } from 'fastify';
import { PROBED } from '../http/log-response.ts';
import { stateOf } from '../http/request-state.ts';
import { endSpan, recordsTraces, startBelow } from './spans.ts';

/**
 * A span for each request, in the trace of the caller if it sends `traceparent`. Attributes have the
 * operation and the route, never a path or anything else that a caller wrote. Call before other hooks are
 * added, so that what they do belongs to the span; but after requests were put into cohorts, which are served
 * in the context of the first one.
 */
export function traceRequests(app: FastifyInstance): void {
  if (!recordsTraces()) return;
  app.addHook('onRequest', (request, reply, done) => {
    const { url: route = '' } = request.routeOptions;
    if (PROBED.test(route)) {
      done();
      return;
    }
    const caller = propagation.extract(ROOT_CONTEXT, request.headers);
    const { span, within } = startBelow(caller, route ? `${request.method} ${route}` : request.method, {
      kind: SpanKind.SERVER,
      attributes: { 'http.request.method': request.method, ...(route && { 'http.route': route }) },
    });
    const state = stateOf(request);
    state.span = span.isRecording() ? span : null;
    // Comes once, whether the response was sent or the caller has disconnected.
    reply.raw.once('close', () => {
      span.setAttributes({
        'http.response.status_code': reply.statusCode,
        'tallymark.request_id': request.id,
        'tallymark.operation': state.compiled?.operation.id,
        'tallymark.organization': state.actor?.org.id,
        'tallymark.environment': state.actor?.org.environment,
      });
      endSpan(span, reply.statusCode >= 500 ? { code: reply.statusCode } : undefined);
    });
    // The framework returns to this context when the body has arrived.
    context.with(within, done);
  });
}
