import { setTimeout as sleep } from 'node:timers/promises';
import { deadlySteps, stepOfDeath } from './steps.ts';
import {
  type Headers,
  type ProcessOptions,
  type Reply,
  startTallymark,
  type TallymarkProcess,
} from './tallymark-process.ts';

/** A service that is killed at each of some steps, once, and is started again each time. */
export interface DyingProcess {
  /** Asks until there is an answer: what got none because of a death is asked again. */
  call(...sent: Parameters<TallymarkProcess['call']>): Promise<NonNullable<Reply>>;
  /** The same with these headers instead of the first API key. */
  as(headers: Headers): Pick<DyingProcess, 'call'>;
  /** Starts it again if it has died. */
  revive(): Promise<void>;
  kill(): Promise<void>;
}

interface DyingOptions extends ProcessOptions {
  /** After each death, before the next start: what takes its time in truth. */
  afterDeath?: () => Promise<unknown>;
}

/** Steps that were died at are taken out of `steps`, which several processes may share. */
export async function startDying(options: DyingOptions, steps: Set<string>): Promise<DyingProcess> {
  let running: TallymarkProcess = await launch(options, steps);
  const revive = async () => {
    if (!running.hasEnded()) return;
    noteDeath(running.output(), steps);
    await options.afterDeath?.();
    running = await launch(options, steps);
  };
  const callAs = (headers: Headers | null): DyingProcess['call'] => {
    return async (...sent) => {
      for (;;) {
        const reply = await (headers ? running.as(headers) : running).call(...sent);
        if (reply) return reply;
        await untilEnded(running);
        await revive();
      }
    };
  };
  return {
    revive,
    kill: () => running.kill(),
    call: callAs(null),
    as: (headers) => ({ call: callAs(headers) }),
  };
}

/** It may die before it is ready, as the worker begins at once. */
async function launch(options: DyingOptions, steps: Set<string>): Promise<TallymarkProcess> {
  for (;;)
    try {
      return await startTallymark({ ...options, settings: { ...options.settings, ...deadlySteps(steps) } });
    } catch (error) {
      noteDeath(String(error), steps);
      await options.afterDeath?.();
    }
}

function noteDeath(output: string, steps: Set<string>): void {
  const step = stepOfDeath(output);
  if (step === null) throw new Error(`the service ended at no step: ${output.slice(-2000)}`);
  steps.delete(step);
}

async function untilEnded(running: TallymarkProcess): Promise<void> {
  const end = performance.now() + 180_000;
  while (!running.hasEnded()) {
    if (performance.now() > end) throw new Error('the service did not answer, and did not end');
    await sleep(5);
  }
}
