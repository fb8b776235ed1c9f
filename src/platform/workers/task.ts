/**
 * Heavy work on untrusted input, done on a worker thread: an area declares the task, its `heavy-work.ts`
 * implements it, and `src/worker.ts` collects the implementations of all areas. Input and output are copied
 * between threads (`message.ts`).
 */
export interface Task<I, O> {
  readonly name: string;
  /**
   * Limit of processor time in milliseconds, from when a thread begins the task; wall time may be four times
   * as much. A thread that takes longer is terminated.
   */
  readonly limitMs: number;
  /** Types of input and output; the member does not exist at run time. */
  readonly types?: (input: I) => O;
}

/** The implementation of a task. */
export interface Work {
  readonly name: string;
  run(input: unknown): unknown;
}

export function task<I, O>(name: string, limits: { limitMs: number }): Task<I, O> {
  return { name, ...limits };
}

export function work<I, O>({ name }: Task<I, O>, run: (input: I) => O | Promise<O>): Work {
  return { name, run: run as Work['run'] };
}
