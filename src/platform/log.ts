import { pino } from 'pino';
import type { Logger } from './http/server.ts';
import { terminalLine } from './terminal-log.ts';

/** Members that must never reach a log line, whichever code logs them. */
const SECRET_PATHS = [
  'authorization',
  '*.authorization',
  'headers.authorization',
  'req.headers.authorization',
  '*.headers.authorization',
  '*["x-api-key"]',
  'headers["x-api-key"]',
  'req.headers["x-api-key"]',
  'secret',
  '*.secret',
  'token',
  '*.token',
  'password',
  '*.password',
  'connectionString',
  '*.connectionString',
];

export interface LogOptions {
  isTerminal?: boolean;
  /** Whether a line about this error is left out. */
  isLeftOut?(error: unknown): boolean;
}

/** Structured JSON lines on stdout; readable lines on a terminal. */
export function createLogger(level: string, { isTerminal, isLeftOut }: LogOptions = {}): Logger {
  const options = {
    level,
    redact: { paths: SECRET_PATHS, censor: '[redacted]' },
    serializers: { err: describeError },
    base: { service: 'tallymark', pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    hooks: {
      logMethod(this: unknown, args: unknown[], write: (...args: unknown[]) => void) {
        if (!isLeftOut?.((args[0] as { err?: unknown } | undefined)?.err)) write.apply(this, args);
      },
    },
  };
  const terminal = { write: (line: string) => process.stdout.write(terminalLine(line)) };
  return ((isTerminal ?? process.stdout.isTTY)
    ? pino(options, terminal)
    : pino(options)) as unknown as Logger;
}

/** The part of an error that is logged: never attached objects, which may hold connections and secrets. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error).slice(0, 1000) };
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: error.message,
    ...(typeof code === 'string' && { code }),
    stack: error.stack,
  };
}
