import { setTimeout as sleep } from 'node:timers/promises';
import type { TallymarkProcess } from './tallymark-process.ts';

const PATIENCE_MS = 180_000;

/** Waits until `/ready` answers so. */
export async function untilReady(tallymark: TallymarkProcess, status: 200 | 503): Promise<void> {
  let last: number | undefined;
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await sleep(50)) {
    last = (await tallymark.call('GET', '/ready'))?.status;
    if (last === status) return;
  }
  throw new Error(`/ready returned ${last ?? 'nothing'} for three minutes`);
}
