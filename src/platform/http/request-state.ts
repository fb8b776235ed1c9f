import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CompiledOperation } from './executor.ts';
import type { Actor, Environment } from './operation.ts';

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
  /** Null until the credential is verified. */
  actor: Actor | null = null;
  rawBody: Buffer = NO_BODY;
  /** Which organizations allow the request's origin; null without an origin. */
  originGrant: OriginGrant | null = null;
  /** Why a stream ended. */
  ended: string | undefined = undefined;
}

const NO_BODY = Buffer.alloc(0);

/** The server decorates requests with this state. */
export function stateOf(request: FastifyRequest): RequestState {
  const holder = request as unknown as { state?: RequestState };
  holder.state ??= new RequestState();
  return holder.state;
}
