import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { roundsOf } from '#test/effort.ts';
import { nodeOptions } from '../../tools/node-options.mjs';
import { builtEntry, COMPILE_CACHE } from './shared-build.ts';
import { useStand } from './stand.ts';
import { KEYS, startTallymark } from './tallymark-process.ts';

const stand = useStand();
/** A start takes about three seconds on an idle machine, and longer beside other tests. */
const MOMENTS_MS = Array.from({ length: 40 }, (_, i) => 150 * (i + 1));

interface End {
  code: number | null;
  signal: NodeJS.Signals | null;
  said: string;
}

/** Starts a service on an empty folder and sends it the signal after some time, ready or not. */
async function cancel(dataDir: string, afterMs: number): Promise<End> {
  const entry = await builtEntry();
  const settings = {
    ...KEYS,
    ...COMPILE_CACHE,
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'warn',
    OPEN_BROWSER: 'off',
  };
  const env: NodeJS.ProcessEnv = { ...process.env, ...settings };
  delete env.DATABASE_URL;
  const child = spawn(process.execPath, [...nodeOptions(entry), entry], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (said += String(bytes)));
  const end = new Promise<End>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal, said })),
  );
  await sleep(afterMs);
  child.kill('SIGTERM');
  return end;
}

it('says nothing of failures, leaves nothing running, and the next start goes on', async () => {
  const dataDir = await stand.directory();
  for (const afterMs of roundsOf(MOMENTS_MS, { everyday: 8 })) {
    const { code, signal, said } = await cancel(dataDir, afterMs);
    // Before the program listens to signals, this one ends it as usual.
    expect([afterMs, code ?? signal]).toEqual([afterMs, signal === 'SIGTERM' ? 'SIGTERM' : 0]);
    expect([afterMs, said]).toEqual([afterMs, expect.not.stringMatching(/could not|error|failed/i)]);
    // Its database server has ended, too.
    expect([afterMs, existsSync(join(dataDir, 'pg/postmaster.pid'))]).toEqual([afterMs, false]);
  }
  const tallymark = await startTallymark({ dataDir });
  stand.later(() => tallymark.kill());
  expect((await tallymark.call('GET', '/accounts'))?.status).toBe(200);
  await tallymark.stop();
}, 300_000);
