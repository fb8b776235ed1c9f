import type { Span } from '@opentelemetry/api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Problem } from '../problem.ts';
import type { CompiledOperation } from './executor.ts';
import type { Actor, Environment } from './operation.ts';
import type { OperationResponse } from './operation-response.ts';

export interface Http {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** The organizations that allow the pages of an origin to call the API. */
export interface OriginGrant {
  orgIds: ReadonlySet<number>;
  environments: ReadonlySet<Environment>;
}

/** The state of a running request. All members exist from the start, in one order (one hidden class). */
class RequestState {
  /** The route's operation; null for endpoints of the service itself. */
  compiled: CompiledOperation | null = null;
  /** Whose valid credential it is, also if the request is then rejected; null until it is verified. */
  caller: Actor | null = null;
  /** The caller, once the operation admits it. */
  actor: Actor | null = null;
  rawBody: Buffer = NO_BODY;
  /** Which organizations allow the request's origin; null without an origin. */
  originGrant: OriginGrant | null = null;
  /** Why a stream ended. */
  ended: string | undefined = undefined;
  /** The body of the response, if it has one and is not a stream. */
  sent: OperationResponse['text'] | null = null;
  /** Why the request was rejected. */
  problem: Problem | null = null;
  /** Of a request whose trace is recorded. */
  span: Span | null = null;
}

const NO_BODY = Buffer.alloc(0);

/** The server decorates requests with this state. */
export function stateOf(request: FastifyRequest): RequestState {
  const holder = request as unknown as { state?: RequestState };
  holder.state ??= new RequestState();
  return holder.state;
}
