import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Problem } from '../problem.ts';
import { printMessage, STREAM_ENDS, type StreamEnd } from './stream-operation.ts';

/** All timing of a stream is counted in ticks: one timer per stream. */
export interface StreamPace {
  /** The interval of keep-alive comments; each tick also checks the credential again. */
  tickMs: number;
  /** A stream ends after this many ticks. */
  maxTicks: number;
  /** The time to flush the last message before the connection is cut. */
  partingMs: number;
}
export const STREAM_PACE: StreamPace = { tickMs: 15_000, maxTicks: 240, partingMs: 5_000 };

/** A requested stream. */
export interface Stream {
  /** May throw: the error is then an ordinary response. The signal is aborted when the stream ends. */
  open(signal: AbortSignal): Promise<AsyncIterable<string>>;
  /** Throws a problem when the caller may no longer read the stream. */
  recheck(): Promise<void>;
  /** Called once, before the response ends; the caller may have disconnected. */
  onEnd(reason: StreamEnd | 'GONE'): void;
}

/** Resolves when the connection is closed. */
export type SendStream = (reply: FastifyReply, stream: Stream) => Promise<void>;

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // The connection serves no further request, so that a server that shuts down need not wait for it.
  connection: 'close',
  // Proxies that buffer responses would hold messages back.
  'x-accel-buffering': 'no',
};
/** How soon a browser reconnects after a stream has ended. */
const RETRY = 'retry: 1000\n\n';
const KEEP_ALIVE = ': keep-alive\n\n';

/** Sends streams, and ends the open ones when the server begins to shut down. */
export function streamSender(app: FastifyInstance, pace: StreamPace): SendStream {
  const lines = new Set<Line>();
  let isClosing = false;
  app.addHook('preClose', (done) => {
    isClosing = true;
    for (const line of lines) line.end('SHUTDOWN');
    done();
  });
  return async (reply, stream) => {
    const { raw } = reply;
    const line = new Line(raw, stream, pace);
    const closed = new Promise<void>((resolve) => raw.once('close', resolve));
    const texts = await stream.open(line.signal).catch((error: unknown) => {
      line.abandon();
      throw error;
    });
    reply.hijack();
    lines.add(line);
    try {
      line.begin(reply.getHeaders());
      if (isClosing) line.end('SHUTDOWN');
      for await (const text of texts) {
        if (line.signal.aborted) break;
        await line.send(text);
      }
      line.end('ERROR');
    } catch (error) {
      if (!line.signal.aborted) reply.log.error({ err: error }, 'stream failed');
      line.end('ERROR');
    } finally {
      await closed;
      lines.delete(line);
    }
  };
}

/** One stream on its connection. */
class Line {
  readonly #raw: ServerResponse;
  readonly #stream: Stream;
  readonly #pace: StreamPace;
  readonly #over = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #ticks = 0;
  #isFull = false;
  #ticksWhileFull = 0;
  #goOn: () => void = () => undefined;

  constructor(raw: ServerResponse, stream: Stream, pace: StreamPace) {
    this.#raw = raw;
    this.#stream = stream;
    this.#pace = pace;
    raw.once('close', () => this.#finish('GONE'));
    raw.on('drain', () => this.#goOn());
  }

  get signal(): AbortSignal {
    return this.#over.signal;
  }

  begin(headers: ReturnType<FastifyReply['getHeaders']>): void {
    if (this.#raw.destroyed) return;
    this.#raw.writeHead(200, { ...(headers as Record<string, string>), ...HEADERS });
    this.#raw.write(RETRY);
    this.#timer = setInterval(() => this.#tick(), this.#pace.tickMs);
  }

  /** Resolves when there is room for more: at most one message waits here for a slow caller. */
  async send(text: string): Promise<void> {
    if (this.signal.aborted || this.#raw.destroyed || this.#raw.write(text)) return;
    this.#isFull = true;
    await new Promise<void>((resolve) => {
      this.#goOn = resolve;
    });
    this.#isFull = false;
    this.#ticksWhileFull = 0;
  }

  /** Sends the reason and closes; a caller that does not read it is cut off a little later. */
  end(reason: StreamEnd): void {
    if (!this.#finish(reason)) return;
    const message = STREAM_ENDS[reason];
    this.#raw.end(printMessage({ event: 'bye', data: { reason, message } }));
    const cut = setTimeout(() => this.#raw.destroy(), this.#pace.partingMs);
    this.#raw.once('close', () => clearTimeout(cut));
  }

  /** Nothing was sent yet: the caller gets an ordinary error response. */
  abandon(): void {
    this.#over.abort();
  }

  /** False when the stream had ended before. */
  #finish(reason: StreamEnd | 'GONE'): boolean {
    if (this.signal.aborted) return false;
    clearInterval(this.#timer);
    this.#stream.onEnd(reason);
    this.#over.abort(reason);
    this.#goOn();
    return true;
  }

  #tick(): void {
    this.#ticks += 1;
    if (this.#isFull) this.#ticksWhileFull += 1;
    if (this.#ticksWhileFull > 1) this.end('SLOW_READER');
    else if (this.#ticks >= this.#pace.maxTicks) this.end('MAX_DURATION');
    else {
      if (!this.#isFull) this.#raw.write(KEEP_ALIVE);
      void this.#recheck();
    }
  }

  /** If the database is unavailable, the next tick checks again. */
  async #recheck(): Promise<void> {
    try {
      await this.#stream.recheck();
    } catch (error) {
      const isRejected = error instanceof Problem && (error.status === 401 || error.status === 403);
      if (isRejected) this.end('CREDENTIAL');
    }
  }
}
