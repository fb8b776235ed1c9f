import pg from 'pg';
import { concurrentChange, invalidRequest, Problem } from '../problem.ts';

/** The database answers, but not with what was asked: refused values, lost races, or no service. */
export function databaseProblem(error: unknown): Problem | null {
  if (error instanceof pg.DatabaseError) return stateProblem(error.code ?? '');
  return isConnectionFailure(error) ? unavailable() : null;
}

function unavailable(message = 'the database cannot be reached; repeat the request in a moment'): Problem {
  return new Problem('UNAVAILABLE', 503, {
    message,
    headers: { 'retry-after': '1' },
  });
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
        problems: ['a value is outside what can be stored; check numbers, dates and text'],
      });
    case '23503': // what it refers to was removed meanwhile
    case '23505':
    case '23P01':
    case '40001':
    case '40P01':
    case '55P03':
      return concurrentChange();
    case '57014':
      return unavailable('the database needed too long for this; ask for less at once, or again in a moment');
    default:
      return /^(?:08|57P|53)/.test(state) ? unavailable() : null;
  }
}

const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
]);

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
  if (CONNECTION_CODES.has((error as { code?: string }).code ?? '')) return true;
  return DRIVER_WORDS.test(error.message);
}
