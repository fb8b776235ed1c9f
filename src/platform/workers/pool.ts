import type { Logger } from '../http/server.ts';
import { problemKind } from '../problem.ts';
import { fairQueue, type Waiting } from './fair-queue.ts';
import { toMessage } from './message.ts';
import type { Task } from './task.ts';
import { startThread, TaskKilled, type Thread } from './thread.ts';

/**
 * Worker threads for heavy work on untrusted input, so that the event loop stays free. Threads start when
 * there is work, and end after some idle time.
 */
export interface WorkerPool {
  /**
   * Returns the result of the task. Rejects with `TaskKilled` when it exceeds its limits. A request is
   * rejected with `WORKER_PROBLEMS` when too many wait; scheduled work waits as long as necessary.
   */
  run<I, O>(task: Task<I, O>, requested: Requested<I>): Promise<O>;
  /** Ends all threads and rejects waiting tasks. */
  close(): Promise<void>;
}

export interface Requested<I> {
  org: { orgId: number };
  input: I;
  /** Scheduled work, for which no caller waits. */
  isTimedWork?: boolean;
}

export interface PoolOptions {
  /** The program of the threads, which calls `serveTasks`. */
  entry: URL;
  maxThreads: number;
  logger: Pick<Logger, 'warn'>;
  idleMs?: number;
}

const RETRY_SECONDS = '2';
/** Per organization, and in total. */
const MAX_REQUESTS_PER_ORG = 8;
const MAX_REQUESTS = 200;
const IDLE_MS = 20_000;

export const tooManyAtOnce = problemKind('TOO_MANY_AT_ONCE', 429, () => ({
  message:
    `${MAX_REQUESTS_PER_ORG} requests of this kind are already waiting, the maximum; repeat this one ` +
    'when one of them has ended',
  headers: { 'retry-after': RETRY_SECONDS },
}));
const workersBusy = problemKind('WORKERS_BUSY', 503, () => ({
  message: `the service is busy rendering and reading files; repeat the request in ${RETRY_SECONDS} s`,
  headers: { 'retry-after': RETRY_SECONDS },
}));
/** The problems of operations that use the pool. */
export const WORKER_PROBLEMS = [tooManyAtOnce, workersBusy];

interface Job extends Waiting {
  task: Task<never, unknown>;
  input: unknown;
  resolve(output: unknown): void;
  reject(error: unknown): void;
}

export function workerPool(options: PoolOptions): WorkerPool {
  return new Pool(options);
}

class Pool implements WorkerPool {
  readonly #options: PoolOptions;
  readonly #waiting = fairQueue<Job>();
  readonly #threads = new Set<Thread>();
  /** Idle threads, with the timers that end them. */
  readonly #idle = new Map<Thread, NodeJS.Timeout>();
  #starting = 0;
  #runningRequests = 0;
  #isClosed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  async run<I, O>(task: Task<I, O>, requested: Requested<I>): Promise<O> {
    const { org, input, isTimedWork = false } = requested;
    const { orgId } = org;
    const isRequest = !isTimedWork;
    if (isRequest && this.#waiting.count(true, orgId) >= MAX_REQUESTS_PER_ORG) throw tooManyAtOnce();
    if (this.#isClosed || (isRequest && this.#waiting.count(true) >= MAX_REQUESTS)) throw workersBusy();
    return new Promise<O>((resolve, reject) => {
      const settle = { resolve: resolve as Job['resolve'], reject };
      this.#waiting.push({ orgId, isRequest, task: task as Job['task'], input, ...settle });
      this.#goOn();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const job of this.#waiting.clear()) job.reject(workersBusy());
    for (const timer of this.#idle.values()) clearTimeout(timer);
    await Promise.all([...this.#threads].map((thread) => thread.end()));
  }

  /** Assigns waiting tasks to idle threads, and starts threads where there are too few. */
  #goOn(): void {
    for (const [thread, timer] of this.#idle) {
      const job = this.#next();
      if (!job) break;
      clearTimeout(timer);
      this.#idle.delete(thread);
      void this.#do(thread, job);
    }
    if (this.#isClosed) return;
    const startable =
      this.#waiting.count(false) + Math.min(this.#waiting.count(true), this.#freeForRequests());
    const missing = Math.min(startable - this.#starting, this.#options.maxThreads - this.#threads.size);
    for (let i = 0; i < missing; i++) void this.#start();
  }

  #next(): Job | null {
    return this.#waiting.shift({ withRequests: this.#freeForRequests() > 0 });
  }

  /** Requests leave one thread to scheduled work, if there is more than one: invoices go out in any case. */
  #freeForRequests(): number {
    return Math.max(1, this.#options.maxThreads - 1) - this.#runningRequests;
  }

  async #start(): Promise<void> {
    this.#starting++;
    const thread = startThread(this.#options.entry);
    this.#threads.add(thread);
    const fault = await thread.isReady.then(
      () => null,
      (error: unknown) => ({ error }),
    );
    this.#starting--;
    if (!fault) return this.#rest(thread);
    this.#threads.delete(thread);
    // One waiting request gets the error; the next one starts another thread.
    this.#waiting.shift({ withRequests: true })?.reject(fault.error);
    this.#goOn();
  }

  async #do(thread: Thread, { task, orgId, isRequest, ...job }: Job): Promise<void> {
    if (isRequest) this.#runningRequests++;
    try {
      const order = { task: task.name, input: toMessage(job.input) };
      job.resolve(await thread.run(order, task.limitMs));
    } catch (error) {
      if (error instanceof TaskKilled)
        this.#options.logger.warn(
          { task: task.name, orgId, why: error.why },
          'a task was stopped because it exceeded its limits',
        );
      job.reject(error);
    }
    if (isRequest) this.#runningRequests--;
    this.#rest(thread);
  }

  /** A thread that was terminated because of its task is replaced when there is work. */
  #rest(thread: Thread): void {
    if (thread.isGone()) this.#threads.delete(thread);
    else {
      const end = () => {
        this.#idle.delete(thread);
        this.#threads.delete(thread);
        void thread.end();
      };
      this.#idle.set(thread, setTimeout(end, this.#options.idleMs ?? IDLE_MS).unref());
    }
    this.#goOn();
  }
}
