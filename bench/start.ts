import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { median } from './load.ts';
import { residentMegabytes } from './processes.ts';

const ROUNDS = 5;

/**
 * Milliseconds from the start command to `ready`, install excluded: fresh (an empty data folder: initdb,
 * migrations,
 * first organization) and warm (the same folder again); and the resident memory of the service process after
 * 5 idle
 * seconds. Targets: fresh ≤ 8 s, warm ≤ 3 s, memory ≤ 200 MB. The floor of both times is a bare start of
 * Node.
 */
export async function benchStart(): Promise<void> {
  const times = {
    node: [] as number[],
    fresh: [] as number[],
    warm: [] as number[],
    memory: [] as number[],
  };
  for (let round = 0; round < ROUNDS; round++) {
    times.node.push(await timeBareNode());
    const dataDir = await mkdtemp(join(tmpdir(), 'tallymark-bench-'));
    times.fresh.push((await startOnce(dataDir, 0)).readyMs);
    const warm = await startOnce(dataDir, 5000);
    times.warm.push(warm.readyMs);
    times.memory.push(warm.megabytes);
    await rm(dataDir, { recursive: true, force: true });
  }
  console.log(`\nstart: npm start to ready (median of ${ROUNDS} runs)`);
  console.log(`  bare Node process                 ${median(times.node).toFixed(0).padStart(6)} ms`);
  console.log(
    `  fresh (initdb, migrations)        ${median(times.fresh).toFixed(0).padStart(6)} ms  target 8000`,
  );
  console.log(
    `  warm                              ${median(times.warm).toFixed(0).padStart(6)} ms  target 3000`,
  );
  console.log(
    `  resident memory, idle             ${median(times.memory).toFixed(0).padStart(6)} MB  target 200`,
  );
}

async function startOnce(dataDir: string, idleMs: number): Promise<{ readyMs: number; megabytes: number }> {
  const started = performance.now();
  const child = spawn('npm', ['start', '--silent'], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (bytes: Buffer) => bytes.includes('ready') && resolve());
    child.once('exit', (code) => reject(new Error(`npm start ended with ${code} before it was ready`)));
  });
  const readyMs = performance.now() - started;
  await sleep(idleMs);
  const megabytes = idleMs > 0 ? await largestOf(child.pid ?? 0) : 0;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
  return { readyMs, megabytes };
}

/** The service is the process below npm and the bootstrap; the database's processes are not counted. */
async function largestOf(root: number): Promise<number> {
  const listing = spawn('ps', ['-eo', 'pid=,ppid=,args='], { stdio: ['ignore', 'pipe', 'ignore'] });
  let text = '';
  for await (const bytes of listing.stdout) text += bytes;
  const processes = text.split('\n').flatMap((line) => {
    const match = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line);
    return match ? [{ pid: Number(match[1]), parent: Number(match[2]), args: match[3] ?? '' }] : [];
  });
  const below = new Set([root]);
  // Children are listed after their parents only mostly, so the walk is repeated until nothing is added.
  for (let size = 0; size !== below.size; ) {
    size = below.size;
    for (const { pid, parent } of processes) if (below.has(parent)) below.add(pid);
  }
  const services = processes.filter(({ pid, args }) => below.has(pid) && args.includes('src/main.ts'));
  const sizes = await Promise.all(services.map(({ pid }) => residentMegabytes(pid).catch(() => 0)));
  return Math.max(0, ...sizes);
}

async function timeBareNode(): Promise<number> {
  const started = performance.now();
  const child = spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' });
  await new Promise((resolve) => child.once('exit', resolve));
  return performance.now() - started;
}
