import { invalidRequest } from '../problem.ts';
import type { CompiledOperation, Executor, OperationRequest } from './executor.ts';
import { readInput } from './read-input.ts';
import { printMessage, type StreamMessage } from './stream-operation.ts';
import type { Writer } from './writer.ts';

const LAST_EVENT_ID = /^[\x21-\x7e]{1,200}$/;

/** Validates the request, has the operation open its stream, and returns the texts of the messages. */
export async function openStream(
  { database, deployment, ...executor }: Executor,
  compiled: CompiledOperation,
  requested: { request: OperationRequest; signal: AbortSignal; lastEventId: string | undefined },
): Promise<AsyncIterable<string>> {
  const { operation, messageWriters } = compiled;
  const { request, signal } = requested;
  const { stream, handleStream } = operation;
  if (!stream || !handleStream) throw new Error(`operation ${operation.id} has no stream`);
  const input = readInput({ database, deployment, ...executor }, compiled, request);
  const lastEventId = readLastEventId(requested.lastEventId);
  const { actor, requestId, baseUrl } = request;
  const context = { database, deployment, org: actor.org, actor, requestId, baseUrl, signal, lastEventId };
  return print(await handleStream(context, input as never), messageWriters);
}

function readLastEventId(header: string | undefined): string | null {
  if (!header) return null;
  if (LAST_EVENT_ID.test(header)) return header;
  throw invalidRequest({ problems: ['Last-Event-ID: must be the id of a message of this stream'] });
}

/** Prints declared members only, as in any response. */
async function* print(
  messages: AsyncIterable<StreamMessage>,
  writers: ReadonlyMap<string, Writer>,
): AsyncGenerator<string> {
  for await (const message of messages) {
    const write = writers.get(message.event);
    if (!write) throw new Error(`a stream sent the undeclared message ${message.event}`);
    yield printMessage({ ...message, data: write(message.data) });
  }
}
