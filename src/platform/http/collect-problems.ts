import { invalidRequest, Problem } from '../problem.ts';

/**
 * Reads one part of a request and adds its problem to `problems`, so that the response reports all at once.
 */
export function collect<T, F>(problems: string[], read: () => T, fallback: F): T | F {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== invalidRequest.code) throw error;
    problems.push(error.message);
    return fallback;
  }
}
