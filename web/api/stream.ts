import { createParser } from 'eventsource-parser';
import { place } from '../session/environment.ts';
import type { ApiOperation } from './operation.ts';
import { problemOf, request, urlOf } from './transport.ts';

export interface StreamMessage {
  event: string;
  id: string | undefined;
  data: unknown;
}

interface StreamOptions {
  signal: AbortSignal;
  lastEventId?: string | undefined;
  /** The service has accepted the request: whatever happens from now on is sent. */
  onOpen?: () => void;
  onMessage(message: StreamMessage): void;
}

/**
 * Reads a stream of server-sent events until it ends. By `fetch`, because the browser's own class cannot send
 * the header that proves where a request comes from.
 */
export async function readStream<Input>(
  operation: ApiOperation<Input, unknown>,
  input: Input,
  { signal, lastEventId, onOpen, onMessage }: StreamOptions,
): Promise<void> {
  const url = place.api + urlOf(operation, input as Readonly<Record<string, unknown>>);
  const response = await request(url, {
    signal,
    headers: {
      accept: 'text/event-stream',
      'tallymark-session': '1',
      ...(lastEventId && { 'last-event-id': lastEventId }),
    },
  });
  if (!response.ok || !response.body) throw problemOf(response, await response.text());
  onOpen?.();
  const parser = createParser({
    onEvent: ({ event = 'message', id, data }) => onMessage({ event, id, data: JSON.parse(data) as unknown }),
  });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    parser.feed(value);
  }
}
