import type { FastifyBaseLogger } from 'fastify';

type Bindings = Parameters<FastifyBaseLogger['child']>[0];
type ChildOptions = Parameters<FastifyBaseLogger['child']>[1];

/**
 * The logger of one request, created from its parent on first use: few requests log anything, and creating
 * one costs as much as parsing a small body three times.
 */
export class RequestLog implements FastifyBaseLogger {
  readonly #parent: FastifyBaseLogger;
  readonly #bindings: Bindings;
  readonly #options: ChildOptions;
  #made: FastifyBaseLogger | undefined;

  constructor(parent: FastifyBaseLogger, bindings: Bindings, options?: ChildOptions) {
    this.#parent = parent;
    this.#bindings = bindings;
    this.#options = options;
  }

  get #log(): FastifyBaseLogger {
    this.#made ??= this.#parent.child(this.#bindings, this.#options);
    return this.#made;
  }

  get level() {
    return this.#log.level;
  }

  set level(level) {
    this.#log.level = level;
  }

  child(bindings: Bindings, options?: ChildOptions): FastifyBaseLogger {
    return this.#log.child(bindings, options);
  }

  fatal(...line: unknown[]): void {
    this.#say('fatal', line);
  }

  error(...line: unknown[]): void {
    this.#say('error', line);
  }

  warn(...line: unknown[]): void {
    this.#say('warn', line);
  }

  info(...line: unknown[]): void {
    this.#say('info', line);
  }

  debug(...line: unknown[]): void {
    this.#say('debug', line);
  }

  trace(...line: unknown[]): void {
    this.#say('trace', line);
  }

  silent(...line: unknown[]): void {
    this.#say('silent', line);
  }

  #say(level: Level, line: unknown[]): void {
    (this.#log[level] as (...line: unknown[]) => void)(...line);
  }
}

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
