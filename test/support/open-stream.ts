import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Reply } from './running-app.ts';

/** A message as a browser parses it. */
export interface Heard {
  event: string;
  id?: string;
  data: Reply['body'];
}

/** An open stream on its own connection. */
export interface Listening {
  status: number;
  headers: Record<string, unknown>;
  /** The messages received so far. */
  messages: readonly Heard[];
  /** All text received so far. */
  text(): string;
  /** Resolves with the messages once `count` have arrived; rejects if the stream ends before. */
  heard(count: number): Promise<readonly Heard[]>;
  /** Resolves when the service has ended the response, or the connection is closed. */
  ended: Promise<void>;
  hangUp(): Promise<void>;
}

/** Opens a stream over HTTP; starts the server's listener if necessary. */
export async function openStream(
  server: FastifyInstance,
  requested: { path: string; headers?: Record<string, string> },
): Promise<Listening> {
  const port = await listenOnce(server);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = get(
      { port, host: '127.0.0.1', path: requested.path, headers: requested.headers ?? {}, agent: false },
      resolve,
    );
    request.on('error', reject);
  });
  return listenTo(response);
}

/** The port of a server, which starts to listen if no other file has started it before. */
export async function listenOnce(app: FastifyInstance): Promise<number> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

function listenTo(response: IncomingMessage): Listening {
  let text = '';
  let isEnded = false;
  let wake = () => {};
  const messages: Heard[] = [];
  let read = 0;
  const ended = new Promise<void>((resolve) => response.once('close', resolve)).then(() => {
    isEnded = true;
    wake();
  });
  response.on('error', () => undefined);
  response.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
    for (let end = text.indexOf('\n\n', read); end !== -1; end = text.indexOf('\n\n', read)) {
      const message = readMessage(text.slice(read, end));
      if (message) messages.push(message);
      read = end + 2;
    }
    wake();
  });
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    messages,
    text: () => text,
    heard: async (count) => {
      while (messages.length < count && !isEnded)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      if (messages.length < count) throw new Error(`the stream ended after ${text.slice(-500)}`);
      return messages;
    },
    ended,
    hangUp: () => {
      response.destroy();
      return ended;
    },
  };
}

/** Null for comments and anything else that is not a message. */
function readMessage(block: string): Heard | null {
  const fields = new Map<string, string>();
  for (const line of block.split('\n')) {
    const at = line.indexOf(': ');
    if (at > 0) fields.set(line.slice(0, at), line.slice(at + 2));
  }
  const [event, id, data] = [fields.get('event'), fields.get('id'), fields.get('data')];
  if (event === undefined || data === undefined) return null;
  return { event, ...(id !== undefined && { id }), data: JSON.parse(data) };
}
