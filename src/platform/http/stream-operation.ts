import { type Static, type TObject, type TSchema, Type } from 'typebox';
import type { FilterField } from './list-filters.ts';
import type { LongContext } from './long-context.ts';
import type { Declaration, Input, Operation, Sent } from './operation.ts';
import { Closed, Enum, Text } from './schemas.ts';

/** What an operation with a streamed response declares beside the rest of its contract. */
export interface StreamSpec {
  /** Schemas of message data, by message name. */
  messages: Readonly<Record<string, TSchema>>;
  /** Filters on the messages, in the grammar of lists. */
  filters: Readonly<Record<string, FilterField>>;
}

/** One message; a reconnecting caller sends the last `id` that it received. */
export interface StreamMessage {
  event: string;
  id?: string;
  data: unknown;
}

/** The context of a stream handler: no transaction, because a stream outlives every transaction. */
export interface StreamContext
  extends Omit<
    LongContext,
    'operationId' | 'scheduledWork' | 'runApproved' | 'address' | 'userAgent' | 'bodyBytes' | 'isAbandoned'
  > {
  /** Aborted when the stream ends, for any reason; everything that belongs to it must end then. */
  signal: AbortSignal;
  /** The id of the last message that the caller received before its connection broke. */
  lastEventId: string | null;
}

/** Validated input; `filters` as for a list. */
export interface StreamInput<P extends TSchema | undefined, Q extends TSchema | undefined>
  extends Omit<Input<P, Q, undefined>, 'page' | 'body'> {
  filters: Readonly<Record<string, readonly string[]>>;
}

/** Why a stream ends. */
export const STREAM_ENDS = {
  SHUTDOWN: 'the service is stopping or restarting; reconnect in a moment',
  MAX_DURATION: 'a stream lasts an hour; reconnect now',
  CREDENTIAL: 'the credential no longer permits this operation',
  SLOW_READER: 'the client reads too slowly; read faster or narrow the filters',
  ERROR: 'internal error; reconnect in a moment',
} as const;
export type StreamEnd = keyof typeof STREAM_ENDS;

const Bye = Closed(
  { reason: Enum(Object.keys(STREAM_ENDS) as StreamEnd[]), message: Text(0, 500) },
  { description: 'The last message: the reason why the stream ends' },
);

type Messages<M> = {
  [N in keyof M & string]: { event: N; id?: string; data: Sent<Static<M[N] & TSchema>> };
}[keyof M & string];

/**
 * Declares an operation that responds with a stream of server-sent events. Up to the first byte it works like
 * any other: credential, rate limit, scope, validation, and problems that `handleStream` throws. The returned
 * messages are read no faster than the caller reads. Portal tokens are not admitted.
 */
export function streamOperation<
  const M extends Readonly<Record<string, TSchema>>,
  P extends TObject | undefined = undefined,
  Q extends TObject | undefined = undefined,
>(
  declaration: Omit<Declaration<P, Q, undefined, TSchema>, 'method' | 'response' | 'list' | 'portal'> & {
    stream: { messages: M; filters: StreamSpec['filters'] };
    handleStream(context: StreamContext, input: StreamInput<P, Q>): Promise<AsyncIterable<Messages<M>>>;
  },
): Operation {
  const messages: StreamSpec['messages'] = { ...declaration.stream.messages, bye: Bye };
  const stream = { ...declaration.stream, messages };
  const response = { status: 200, body: anyMessage(messages) };
  return { ...declaration, method: 'GET', response, stream } as unknown as Operation;
}

/** For the document, which cannot describe streams: the schema of each parsed message. */
function anyMessage(messages: StreamSpec['messages']): TSchema {
  const each = Object.entries(messages).map(([name, data]) =>
    Closed({ event: Enum([name]), id: Type.Optional(Type.String()), data }),
  );
  return Type.Union(each, {
    description: 'Each message of the stream; lines that begin with : are comments',
  });
}

/** A message as sent; its data is JSON, which contains no line breaks. */
export function printMessage({ event, id, data }: StreamMessage): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
