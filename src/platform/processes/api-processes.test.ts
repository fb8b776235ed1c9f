import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import type { Logger } from '../http/server.ts';
import { type ApiProcesses, type ApiProcessOptions, startApiProcesses } from './api-processes.ts';

type Limits = Pick<ApiProcessOptions, 'hungAfterMs' | 'endsWithinMs'>;

/** Serves its process id; `/hang` is the last request that it takes. */
const PROGRAM = `
import { createServer } from 'node:http';
import { parentProcess } from ${JSON.stringify(join(import.meta.dirname, 'parent-process.ts'))};
const parent = parentProcess();
parent.onStop(() => process.exit(0));
const server = createServer((request, response) => {
  if (request.url === '/hang') for (;;);
  response.setHeader('connection', 'close').end(String(process.pid));
});
const port = Number(process.env.PORT);
const address = 'http://127.0.0.1:' + port;
server.listen(port, '127.0.0.1', () => parent.send({ kind: 'listening', address }));
`;

let processes: ApiProcesses | null = null;
let folder: string | null = null;
afterEach(async () => {
  await processes?.stop();
  if (folder) await rm(folder, { recursive: true });
});

async function start(limits: Limits): Promise<{ address: string; logged: object[] }> {
  folder = await mkdtemp(join(tmpdir(), 'tallymark-processes-'));
  const entry = join(folder, 'entry.mjs');
  await writeFile(entry, PROGRAM);
  const logged: object[] = [];
  const logger = { error: (_: object, message: string) => logged.push({ message }), warn: () => undefined };
  processes = await startApiProcesses({
    ...{ entry, count: 2, host: '127.0.0.1', port: 0, settings: {}, ...limits },
    ...{ logger: logger as unknown as Logger, printMetrics: async () => '' },
  });
  return { address: processes.address, logged };
}

/** The ids of the processes that take requests now. */
async function listPids(address: string): Promise<string[]> {
  const asked = Array.from({ length: 8 }, async () =>
    fetch(address, { signal: AbortSignal.timeout(1_000) })
      .then((response) => response.text())
      .catch(() => 'none'),
  );
  return [...new Set(await Promise.all(asked))].sort();
}

it('a process that hangs is killed and replaced, and its callers hear that it is gone', async () => {
  const { address, logged } = await start({ hungAfterMs: 3_000 });
  const before = await listPids(address);
  expect(before).toHaveLength(2);
  await expect(fetch(`${address}/hang`)).rejects.toThrow('fetch failed');
  let after = await listPids(address);
  for (let tries = 0; (after.length < 2 || after.includes('none')) && tries < 200; tries++) {
    await sleep(50);
    after = await listPids(address);
  }
  expect(after).toHaveLength(2);
  expect(after.filter((pid) => before.includes(pid))).toHaveLength(1);
  expect(logged).toContainEqual({
    message: 'an API process does not respond any more and is being killed',
  });
}, 60_000);

it('processes that respond are left alone', async () => {
  const { address, logged } = await start({ hungAfterMs: 2_000 });
  const before = await listPids(address);
  await sleep(2_500);
  expect([await listPids(address), logged]).toEqual([before, []]);
}, 60_000);

it('a process that hangs does not keep the others from ending', async () => {
  const { address } = await start({ hungAfterMs: 60_000, endsWithinMs: 500 });
  const hung = fetch(`${address}/hang`).catch(() => 'gone');
  await expect.poll(() => listPids(address), { timeout: 10_000 }).toContain('none');
  await processes?.stop();
  expect(await hung).toBe('gone');
}, 60_000);
