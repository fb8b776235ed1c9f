import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import type { Command, GeneratorEvent, LoadPlan, LoadReport } from '../generator/protocol.ts';

const ENTRY = new URL('../generator/main.ts', import.meta.url).pathname;

/** The process that sends, seen from here. */
export interface Generator {
  /** How it is scheduled, for who reads the figures. */
  scheduling: string;
  /** Opens the connections and makes the bodies; what is returned starts the clock. */
  prepare(plan: LoadPlan): Promise<() => Promise<LoadReport>>;
  stop(): void;
}

export function startGenerator({ isInterrupting }: { isInterrupting: boolean }): Generator {
  const child: ChildProcess = fork(ENTRY);
  const isBatch = !isInterrupting && interruptNobody(child);
  const sendCommand = (message: Command) => {
    const event = new Promise<GeneratorEvent>((resolve, reject) => {
      const gone = () => reject(new Error('the generator ended'));
      child.once('exit', gone);
      child.once('message', (event) => {
        child.off('exit', gone);
        resolve(event as GeneratorEvent);
      });
    });
    child.send(message);
    return event;
  };
  return {
    scheduling: isBatch ? 'a batch process' : 'a process like all others',
    prepare: async (plan) => {
      const event = await sendCommand({ kind: 'prepare', plan });
      if (event.kind === 'failed') throw new Error(event.why);
      return async () => {
        const done = await sendCommand({ kind: 'start' });
        if (done.kind !== 'done') throw new Error(done.kind === 'failed' ? done.why : 'nothing was sent');
        return done.report;
      };
    },
    stop: () => child.disconnect(),
  };
}

/**
 * Senders are elsewhere as a rule; this one shares the processors with whom it measures. Each answer wakes
 * it, and often it took the processor from the server that was just writing the next answer, while another
 * one had nothing to do. As a batch process (`sched(7)`) it has the same share of the processors, beside the
 * floors, too, and interrupts nobody. Where there is no `chrt`, it is a process like all others.
 */
function interruptNobody({ pid }: ChildProcess): boolean {
  return spawnSync('chrt', ['--batch', '--pid', '0', String(pid)]).status === 0;
}
