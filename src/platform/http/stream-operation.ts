import { type Static, type TObject, type TSchema, Type } from 'typebox';
import type { FilterField } from './list-filters.ts';
import type { Declaration, Input, LongContext, Operation, Sent } from './operation.ts';
import { Closed, Enum, Text } from './schemas.ts';

/** What an operation with a streamed answer says beside the rest of its contract. */
export interface StreamSpec {
  /** Schemas of the data of its messages, by their names. */
  messages: Readonly<Record<string, TSchema>>;
  /** Conditions on what is sent, in the grammar of lists. */
  filters: Readonly<Record<string, FilterField>>;
}

/** One message; a caller that comes back says the last `id` it heard. */
export interface StreamMessage {
  event: string;
  id?: string;
  data: unknown;
}

/** What opens a stream gets: no transaction, because a stream outlives every one of them. */
export interface StreamContext extends Omit<LongContext, 'scheduledWork' | 'bodyBytes' | 'isAbandoned'> {
  /** Aborted when the stream is over, for whatever reason; all that belongs to it ends then. */
  signal: AbortSignal;
  /** The id of the last message that the caller heard before its connection broke. */
  lastEventId: string | null;
}

/** The conditions that a caller has on what is sent, checked: by filter, as a list has them. */
export interface StreamInput<P extends TSchema | undefined, Q extends TSchema | undefined>
  extends Omit<Input<P, Q, undefined>, 'page' | 'body'> {
  filters: Readonly<Record<string, readonly string[]>>;
}

/** Why a stream ends. */
export const STREAM_ENDS = {
  SHUTDOWN: 'the service ends or is replaced; come back in a moment',
  MAX_DURATION: 'a stream lasts an hour; come back at once',
  CREDENTIAL: 'the credential is no longer good for this operation',
  SLOW_READER: 'what was sent is not read; read faster or narrow the filters',
  ERROR: 'internal error; come back in a moment',
} as const;
export type StreamEnd = keyof typeof STREAM_ENDS;

const Bye = Closed(
  { reason: Enum(Object.keys(STREAM_ENDS) as StreamEnd[]), message: Text(0, 500) },
  { description: 'The last message: why the stream ends' },
);

type Messages<M> = {
  [N in keyof M & string]: { event: N; id?: string; data: Sent<Static<M[N] & TSchema>> };
}[keyof M & string];

/**
 * An operation whose answer is a stream of server-sent events. Everything before its first byte is as for all
 * others: credential, rate limit, scope, validation, and problems that `handleStream` throws. What it returns
 * is read no faster than the caller reads. Portal tokens are not let in.
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

/** For the document, which has no words for streams: what each message is, once it is taken apart. */
function anyMessage(messages: StreamSpec['messages']): TSchema {
  const each = Object.entries(messages).map(([name, data]) =>
    Closed({ event: Enum([name]), id: Type.Optional(Type.String()), data }),
  );
  return Type.Union(each, {
    description: 'Each message of the stream; lines that begin with : are no message',
  });
}

/** A message as it goes over the line; its data is JSON, which has no line breaks of its own. */
export function printMessage({ event, id, data }: StreamMessage): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
