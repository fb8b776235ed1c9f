import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { fromMessage, toMessage } from './message.ts';
import type { Work } from './task.ts';

/** A message from the pool to a thread. */
export interface Order {
  task: string;
  input: unknown;
}

/** A message from a thread: first that it is ready, then one per order. */
export type Report =
  | { kind: 'ready' }
  | { kind: 'done'; output: unknown }
  | { kind: 'failed'; name: string; message: string; stack: string };

/** Runs the pool's tasks on this worker thread, one after the other, until it is terminated. */
export function serveTasks(works: readonly Work[]): void {
  const port = parentPort;
  if (!port) throw new Error('this is not a worker thread');
  const byName = new Map(works.map((each) => [each.name, each]));
  if (byName.size < works.length) throw new RangeError('two areas handle the same task');
  yieldToOthers();
  const report = (message: Report, moved: ArrayBuffer[] = []) => port.postMessage(message, moved);
  port.on('message', async ({ task, input }: Order) => {
    try {
      const found = byName.get(task);
      if (!found) throw new RangeError(`no area handles the task ${task}`);
      const output = toMessage(await found.run(fromMessage(input)));
      report({ kind: 'done', output }, output instanceof Uint8Array ? movable(output) : []);
    } catch (error) {
      const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error));
      report({ kind: 'failed', name, message, stack });
    }
  });
  report({ kind: 'ready' });
}

/** Buffers that the bytes fully own are transferred to the other thread without a copy. */
function movable({ buffer, byteLength }: Uint8Array): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}

/** On a busy core such a thread gets half the time of one that serves requests: little, but never nothing. */
const NICENESS = 3;

/**
 * Requests and the database take precedence. Only Linux sets the priority per thread instead of per process.
 */
function yieldToOthers(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(NICENESS);
  } catch {
    // Where that is not permitted, everything runs with the same priority.
  }
}
