import type { Problem } from '../problem.ts';
import { HeadedResponse, type ResponseHeaders } from './headed-response.ts';
import { ApiResponse, CommittedProblem, type Operation, SameResponse } from './operation.ts';
import { type LongText, printInTurns } from './print-in-turns.ts';
import type { Writer } from './writer.ts';

/** The status, body and headers of a response, before it is sent. */
export interface OperationResponse {
  status: number;
  text: string | LongText;
  headers?: ResponseHeaders | null;
  isReplayed?: boolean;
}

/**
 * An error whose effects, or whose idempotency key row, must be committed: it leaves the transaction as a
 * response and becomes a problem outside.
 */
export class CommittedErrorResponse implements OperationResponse {
  readonly status: number;
  readonly text = '';
  readonly problem: Problem;

  constructor(problem: Problem) {
    this.status = problem.status;
    this.problem = problem;
  }
}

/** The problem of a response that was committed with its effects; null of every other response. */
export function problemOf(response: OperationResponse): Problem | null {
  return response instanceof CommittedErrorResponse ? response.problem : null;
}

/** Synchronous if the text exists already: the response to an event is serialized once for all of them. */
export function responseText(
  writers: ReadonlyMap<number, Writer>,
  operation: Operation,
  handled: unknown,
): OperationResponse | Promise<OperationResponse> {
  if (handled instanceof CommittedProblem) return new CommittedErrorResponse(handled.problem);
  const [result, headers] =
    handled instanceof HeadedResponse ? [handled.response, handled.headers] : [handled, null];
  const isResponse = result instanceof ApiResponse;
  const status = isResponse ? result.status : operation.response.status;
  const write = writers.get(status);
  if (!write) throw new Error(`operation ${operation.id} returned the undeclared status ${status}`);
  if (result instanceof SameResponse) return { status, text: result.textBy(write), headers };
  return printInTurns(write, isResponse ? result.body : result).then((text) => ({ status, text, headers }));
}
