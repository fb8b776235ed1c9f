import { invalidRequest, Problem } from '../problem.ts';

/** Reads one part of a request; what is wrong with it joins the problems, so that all are told at once. */
export function collect<T, F>(problems: string[], read: () => T, fallback: F): T | F {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== invalidRequest.code) throw error;
    problems.push(error.message);
    return fallback;
  }
}
