import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { fromMessage } from './message.ts';
import type { Order, Report } from './serve-tasks.ts';

/** A task was stopped because it exceeded its limits. */
export class TaskKilled extends Error {
  override readonly name = 'TaskKilled';
  readonly why: 'time' | 'memory';

  constructor(task: string, why: TaskKilled['why']) {
    super(`${task} takes too much ${why}`);
    this.why = why;
  }
}

/** A worker thread, which runs one task at a time and may be terminated at any moment. */
export interface Thread {
  /** Resolves when it is ready for orders; rejects when it ends before. */
  readonly isReady: Promise<void>;
  /** Rejects with `TaskKilled` when the thread had to be terminated because of the task. */
  run(order: Order, limitMs: number): Promise<unknown>;
  isGone(): boolean;
  end(): Promise<void>;
}

/** Heap limit of a thread. Memory outside the heap, such as pixels, is bounded by the limits of the tasks. */
const MAX_HEAP_MB = 256;
const MAX_YOUNG_MB = 16;
/** Loading a thread's code takes a fraction of this in processor time. */
const MAX_START_MS = 15_000;
/** On a busy machine, a task gets only a part of a core. */
const WALL_FACTOR = 4;
const LOOK_MS = 200;

export function startThread(entry: URL): Thread {
  return new WorkerThread(entry);
}

class WorkerThread implements Thread {
  readonly isReady: Promise<void>;
  readonly #worker: Worker;
  #isGone = false;
  /** The promise that waits for the next report. */
  #waiting: { resolve(report: Report): void; reject(error: unknown): void } | null = null;

  constructor(entry: URL) {
    this.#worker = new Worker(entry, {
      ...{ env: environment(), argv: [], execArgv: [] },
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: MAX_YOUNG_MB },
    });
    // The caller of a task keeps the process alive; an idle thread does not.
    this.#worker.unref();
    this.#worker.on('message', (report: Report) => this.#waiting?.resolve(report));
    this.#worker.on('error', (error) => this.#fail(error));
    this.#worker.on('exit', (code) => this.#fail(new Error(`a worker thread exited with ${code}`)));
    this.isReady = this.#report(MAX_START_MS, new Error('a worker thread did not start')).then(() => {});
  }

  isGone(): boolean {
    return this.#isGone;
  }

  async run(order: Order, limitMs: number): Promise<unknown> {
    this.#worker.postMessage(order);
    try {
      return outputOf(await this.#report(limitMs, new TaskKilled(order.task, 'time')));
    } catch (error) {
      throw isOutOfMemory(error) ? new TaskKilled(order.task, 'memory') : error;
    }
  }

  async end(): Promise<void> {
    this.#fail(new Error('a worker thread was terminated'));
    await this.#worker.terminate();
  }

  /** The next report; if that takes too long, terminates the thread and throws `late`. */
  async #report(limitMs: number, late: Error): Promise<Report> {
    const reported = new Promise<Report>((resolve, reject) => {
      this.#waiting = { resolve, reject };
    });
    this.#worker.ref();
    let isOver = false;
    const stop = () => {
      if (isOver) return;
      this.#fail(late);
      void this.#worker.terminate();
    };
    const timers = [setTimeout(stop, limitMs * WALL_FACTOR), this.#watch(limitMs, stop)];
    try {
      return await reported;
    } finally {
      isOver = true;
      for (const timer of timers) clearTimeout(timer);
      this.#waiting = null;
      this.#worker.unref();
    }
  }

  #watch(limitMs: number, stop: () => void): NodeJS.Timeout {
    let before: NodeJS.CpuUsage | null = null;
    return setInterval(async () => {
      // A terminating thread reports no usage.
      const used = await this.#worker.cpuUsage().catch(() => null);
      before ??= used;
      if (used && before && used.user + used.system - before.user - before.system > limitMs * 1000) stop();
    }, LOOK_MS);
  }

  #fail(error: unknown): void {
    this.#isGone = true;
    this.#waiting?.reject(error);
  }
}

/**
 * Excludes the secrets of this process, but includes the compile cache, which halves the start of a thread.
 */
function environment(): Record<string, string> {
  const folder = getCompileCacheDir();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}

function isOutOfMemory(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function outputOf(report: Report): unknown {
  switch (report.kind) {
    case 'done':
      return fromMessage(report.output);
    case 'failed': {
      const { name, message, stack } = report;
      throw Object.assign(new Error(message), { name, stack });
    }
    case 'ready':
      return undefined;
    default:
      return report satisfies never;
  }
}
