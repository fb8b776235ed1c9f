import { type ChildProcess, fork } from 'node:child_process';
import type { Ask, LoadPlan, LoadReport, Tell } from '../generator/protocol.ts';

const ENTRY = new URL('../generator/main.ts', import.meta.url).pathname;

/** The process that sends, seen from here. */
export interface Generator {
  /** Opens the connections and makes the bodies; what is returned starts the clock. */
  prepare(plan: LoadPlan): Promise<() => Promise<LoadReport>>;
  stop(): void;
}

export function startGenerator(): Generator {
  const child: ChildProcess = fork(ENTRY);
  const ask = (message: Ask) => {
    const told = new Promise<Tell>((resolve, reject) => {
      const gone = () => reject(new Error('the generator ended'));
      child.once('exit', gone);
      child.once('message', (tell) => {
        child.off('exit', gone);
        resolve(tell as Tell);
      });
    });
    child.send(message);
    return told;
  };
  return {
    prepare: async (plan) => {
      const told = await ask({ kind: 'prepare', plan });
      if (told.kind === 'failed') throw new Error(told.why);
      return async () => {
        const done = await ask({ kind: 'start' });
        if (done.kind !== 'done') throw new Error(done.kind === 'failed' ? done.why : 'nothing was sent');
        return done.report;
      };
    },
    stop: () => child.disconnect(),
  };
}
