import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CompiledOperation } from './execute.ts';
import type { Actor, Environment } from './operation.ts';

export interface Http {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Who allows the pages of an origin to call. */
export interface OriginGrant {
  orgIds: ReadonlySet<number>;
  environments: ReadonlySet<Environment>;
}

/** What is known of a request while it is under way; all members are there from the start, in one order. */
class RequestState {
  /** Of the route; null for addresses that are no operations. */
  compiled: CompiledOperation | null = null;
  /** Null until the credential was found good. */
  actor: Actor | null = null;
  rawBody: Buffer = NO_BODY;
  /** What organizations allow pages of the origin that the request came from; null for none. */
  originGrant: OriginGrant | null = null;
  /** Why a stream ended. */
  ended: string | undefined = undefined;
}

const NO_BODY = Buffer.alloc(0);

/** The server declares the member that holds it. */
export function stateOf(request: FastifyRequest): RequestState {
  const holder = request as unknown as { state?: RequestState };
  holder.state ??= new RequestState();
  return holder.state;
}
