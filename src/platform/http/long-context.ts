import type { Database } from '../db/database.ts';
import type { ScheduledWorkRunner } from '../jobs/scheduled-work.ts';
import type { Executor, OperationRequest } from './executor.ts';
import type { Context, Operation } from './operation.ts';
import type { RunApproved } from './run-approved.ts';

/** The context of a handler that runs several transactions, or shares one, instead of having its own. */
export interface LongContext extends Omit<Context, 'tx' | 'now'> {
  operationId: string;
  database: Database;
  scheduledWork: ScheduledWorkRunner;
  /** Executes an approved request. */
  runApproved: RunApproved;
  /** The caller's IP address, as far as proxies are trusted. */
  address: string;
  /** The `User-Agent` header, at most 200 characters. */
  userAgent: string;
  /** Size of the request body as sent, in bytes. */
  bodyBytes: number;
  /** Whether the caller has disconnected, so that nobody reads the response. */
  isAbandoned(): boolean;
}

/** That of a request. */
export function longContext(
  { database, scheduledWork, deployment }: Executor,
  called: { operation: Operation; request: OperationRequest; runApproved: RunApproved },
): LongContext {
  const { operation, request, runApproved } = called;
  const { actor, requestId, baseUrl, rawBody, isAbandoned, address, userAgent } = request;
  return {
    ...{ database, scheduledWork, deployment, runApproved },
    org: actor.org,
    actor,
    requestId,
    operationId: operation.id,
    baseUrl,
    ...{ address, userAgent },
    bodyBytes: rawBody.length,
    isAbandoned,
  };
}
