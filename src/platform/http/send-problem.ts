import { databaseProblem, isWriteFailure } from '../db/failures.ts';
import { Problem } from '../problem.ts';
import { environmentOf } from './addressing.ts';
import { JSON_TYPE } from './broken-requests.ts';
import { allowForNobody } from './cors.ts';
import { frameworkProblem } from './framework-problems.ts';
import type { Metrics } from './metrics.ts';
import { nameOnWire } from './prefixed-members.ts';
import { internalError } from './problems.ts';
import { readRest } from './read-rest.ts';
import { type Http, stateOf } from './request-state.ts';

interface ErrorContext {
  reject(http: Http, problem: Problem): Problem;
  wirePrefix: string;
  metrics: Pick<Metrics, 'countFailedWrite'>;
}

/** The body of an error response, whose status and headers it sets. */
export function sendProblem(error: unknown, http: Http, context: ErrorContext): string {
  const { reject, wirePrefix, metrics } = context;
  const { request, reply } = http;
  const state = stateOf(request);
  const { compiled } = state;
  const known =
    error instanceof Problem
      ? error
      : (databaseProblem(error) ?? frameworkProblem(error, compiled?.operation ?? null));
  const problem = known ? reject(http, known) : internalError({ requestId: request.id });
  allowForNobody(http, environmentOf(request.url));
  // An error response to a probe is not a fault of the request; its cause has log lines of its own.
  const isFault = !known || (problem.status >= 500 && problem.code !== 'NOT_READY');
  // The log reports once when the database stops accepting writes, and once when it accepts them again.
  if (isWriteFailure(error)) metrics.countFailedWrite();
  else if (isFault) request.log.error({ err: error }, 'request failed');
  if (problem.code === 'BODY_TOO_LARGE' || problem.code === 'UNSUPPORTED_MEDIA_TYPE') {
    reply.removeHeader('connection');
    readRest(request);
  }
  reply.code(problem.status).headers(problem.headers).header('error-code', problem.code).type(JSON_TYPE);
  state.problem = problem;
  state.sent = JSON.stringify({ message: nameOnWire(problem.message, wirePrefix) });
  return state.sent;
}
