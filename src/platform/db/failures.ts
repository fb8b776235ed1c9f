import pg from 'pg';
import { concurrentChange, invalidRequest, type Problem, problemKind } from '../problem.ts';
import { NoSuitableServer } from './servers.ts';

/** Maps a database error to a problem: rejected values, lost races, or no service. Null for other errors. */
export function databaseProblem(error: unknown): Problem | null {
  if (error instanceof WritesUnavailable) return writesUnavailable(error.failure);
  if (error instanceof pg.DatabaseError)
    return writesOfReads.has(error) ? null : stateProblem(error.code ?? '');
  return isConnectionFailure(error) ? reportUnavailable() : null;
}

/** Whether the database, or the way to it, is gone: what any statement would meet now. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return /^(?:08|57P)/.test(error.code ?? '');
  return isConnectionFailure(error);
}

/** Why a reachable database accepts no writes. */
export type WriteFailure = 'STANDBY' | 'READ_ONLY' | 'DISK_FULL';

/** A statement was not sent, because the database accepts no writes at the moment. */
export class WritesUnavailable extends Error {
  override readonly name = 'WritesUnavailable';
  readonly failure: WriteFailure;

  constructor(failure: WriteFailure) {
    super(WRITE_FAILURES[failure]);
    this.failure = failure;
  }
}

/** Messages for callers and for `/ready`. */
export const WRITE_FAILURES: Record<WriteFailure, string> = {
  STANDBY: 'the database is a standby and accepts no writes',
  READ_ONLY: 'the database is switched to read-only',
  DISK_FULL: 'the disk of the database is full',
};

export function isReadOnly(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '25006' && !writesOfReads.has(error);
}

/** Whether a write failed because the database accepts no writes at the moment, whatever the statement. */
export function isWriteFailure(error: unknown): boolean {
  return error instanceof WritesUnavailable || isReadOnly(error) || isDiskFull(error);
}

export function isDiskFull(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '53100';
}

/** Whether the error comes from the server or the network, not from the statement. */
export function isOfTheServer(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(?:25006|53\d{3})$/.test(error.code ?? '');
}

/** Errors of statements that write in a read-only scope: a bug of ours, not a state of the database. */
const writesOfReads = new WeakSet<object>();

export function noteWriteOfRead(error: unknown): void {
  if (isReadOnly(error)) writesOfReads.add(error as object);
}

/**
 * How long callers should wait: a problem that an operator has to fix lasts longer than a lost connection.
 */
const MENDED_IN_S = 10;

function writesUnavailable(failure: WriteFailure): Problem {
  const message = `${WRITE_FAILURES[failure]}; nothing was stored; repeat the request later`;
  return unavailable({ message, retryAfterS: MENDED_IN_S });
}

const UNREACHABLE = 'the database cannot be reached; repeat the request in a moment';
/** `WRITE_FAILURES` has the messages for a database that is reachable but accepts no writes. */
export const unavailable = problemKind(
  'UNAVAILABLE',
  { status: 503, template: UNREACHABLE },
  (d: { message: string; retryAfterS: number }) => ({
    message: d.message,
    headers: { 'retry-after': String(d.retryAfterS) },
  }),
);

function reportUnavailable(message = UNREACHABLE, retryAfterS = 1): Problem {
  return unavailable({ message, retryAfterS });
}

function stateProblem(state: string): Problem | null {
  switch (state) {
    case '22021': // a byte that text cannot hold
    case '22P02': // a text that is no such value
    case '22P05':
    case '22003': // a number out of range
    case '22007': // a text that is no time
    case '22008': // a time out of range
    case '22009': // an offset out of range, which a year of five digits looks like
    case '54000': // more bytes than an index entry can have
      return invalidRequest({
        problems: ['a value cannot be stored; check that numbers, dates and text are within their limits'],
      });
    case '23503': // what it refers to was removed meanwhile
    case '23505':
    case '23P01':
    case '40001':
    case '40P01':
    case '55P03':
      return concurrentChange();
    case '25006': // which of the two is known a moment later
      return reportUnavailable(
        'the database is a standby or switched to read-only; nothing was stored; repeat the request later',
        MENDED_IN_S,
      );
    case '53100':
      return writesUnavailable('DISK_FULL');
    case '53300':
      return reportUnavailable('the database has no free connection; repeat the request in a moment');
    case '57014':
      return reportUnavailable(
        'the database took too long; request less data at once, or repeat the request in a moment',
      );
    default:
      return /^(?:08|57P|53)/.test(state) ? reportUnavailable() : null;
  }
}

const CONNECTION_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH']);

/** The driver's own errors have no code. */
const DRIVER_WORDS = new RegExp(
  [
    'connection terminated',
    'timeout exceeded when trying to connect',
    'client has encountered a connection error',
    'not queryable',
    'query read timeout',
  ].join('|'),
  'i',
);

function isConnectionFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof NoSuitableServer) return true;
  const { code, syscall } = error as NodeJS.ErrnoException;
  // Without a server, its socket does not exist; any other missing file is not about the database.
  if (code === 'ENOENT') return syscall === 'connect';
  if (CONNECTION_CODES.has(code ?? '')) return true;
  return DRIVER_WORDS.test(error.message);
}
