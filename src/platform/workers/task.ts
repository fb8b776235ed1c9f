/**
 * Heavy work on untrusted input, done on a worker thread: an area declares the task, its `heavy-work.ts`
 * says how it is done, and `src/worker.ts` brings the works of all areas together. Input and output are
 * copied from thread to thread (`message.ts`).
 */
export interface Task<I, O> {
  readonly name: string;
  /**
   * Of processor time, and four times as much on the wall, from the moment a thread begins it; a thread that
   * takes longer is terminated.
   */
  readonly limitMs: number;
  /** Of input and output; there is no such member. */
  readonly types?: (input: I) => O;
}

/** How a task is done. */
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
