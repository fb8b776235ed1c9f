import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeKeys } from '#platform/backup/encryption.ts';
import { NO_RATE_LIMITS } from '#test/no-rate-limits.ts';
import { startService } from '../tools/spawn-tallymark.ts';
import { prepareCatalog } from './ingest/catalog.ts';
import { connect } from './ingest/catalog-database.ts';
import { type Generator, startGenerator } from './ingest/generator.ts';
import { median } from './load.ts';
import type { RunningService } from './processes.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);
const KEY = 'bench-production-key-0001';
const BACKUP = new URL('../tools/backup.ts', import.meta.url).pathname;

/** One with its log archived and a backup running all the time, and one without; each has its own server. */
interface Site {
  settings: Record<string, string>;
  service: Awaited<ReturnType<typeof startService>>;
  rates: number[];
}

/** Events per second while a backup runs and the log is archived, against a service without backups. */
export async function benchIngestWithBackup(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tallymark-bench-'));
  const target = join(folder, 'target');
  await mkdir(target);
  const backup = { BACKUP_TARGET: target, BACKUP_RECIPIENT: (await makeKeys()).recipient };
  const generator = startGenerator({ isInterrupting: false });
  const sites: Site[] = [];
  try {
    const folders = [join(folder, 'without'), join(folder, 'with')] as const;
    await makeCatalog(folders[0]);
    // With owners and rights, which the server insists on.
    await promisify(execFile)('cp', ['-a', folders[0], folders[1]]);
    sites.push(await openSite(folders[0], {}), await openSite(folders[1], backup));
    const [plain, backedUp] = sites as [Site, Site];
    for (let round = -1; round < ROUNDS; round++) {
      const ending = new AbortController();
      const measured = [await measure(generator, plain), 0];
      const backups = keepBackingUp(backedUp, ending.signal);
      measured[1] = await measure(generator, backedUp);
      ending.abort();
      await backups;
      if (round < 0) continue;
      for (const [index, site] of sites.entries()) site.rates.push(measured[index] ?? 0);
    }
    const ratio = median(backedUp.rates.map((rate, round) => rate / (plain.rates[round] ?? 1)));
    const rate = ({ rates }: Site) => Math.round(median(rates)).toString().padStart(7);
    console.log(
      `\ningest with a backup: events/s in batches of 1000, medians of ${ROUNDS} pairs of ${SECONDS} s`,
    );
    console.log(
      `  without ${rate(plain)}   with ${rate(backedUp)}   ratio ${ratio.toFixed(3)} (target: 0.85)`,
    );
  } finally {
    generator.stop();
    for (const { service } of sites) await service.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

async function makeCatalog(dataDir: string): Promise<void> {
  const { service } = await openSite(dataDir, {});
  const socket = encodeURIComponent(await readFile(join(dataDir, 'pg.socket'), 'utf8'));
  const owner = await connect(`postgresql://tallymark@/tallymark?host=${socket}&port=5432`);
  await prepareCatalog(asRunning(service), owner);
  await owner.end();
  await service.stop();
}

async function openSite(dataDir: string, more: Record<string, string>): Promise<Site> {
  const own = { DATA_DIR: dataDir, LOG_LEVEL: 'warn', BOOTSTRAP_API_KEY: KEY };
  const settings = { ...own, ...NO_RATE_LIMITS, ...more };
  return { settings, service: await startService({ ...settings, DATABASE_URL: null }), rates: [] };
}

/** What the catalog needs of a service. */
function asRunning(service: Site['service']): RunningService {
  const post: RunningService['post'] = async (path, body) => {
    const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
    const response = await fetch(service.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
    return response.json();
  };
  const moveClock = () => Promise.reject(new Error('this bench uses production'));
  return { ...service, apiKey: KEY, sandboxKey: '', post, moveClock };
}

async function measure(generator: Generator, { service }: Site): Promise<number> {
  const plan = { batch: 1000, connections: 8, maxEvents: 10_000_000, seconds: SECONDS };
  const start = await generator.prepare({ ...plan, url: service.url, key: KEY });
  const began = performance.now();
  const { acceptedEvents } = await start();
  return acceptedEvents / ((performance.now() - began) / 1000);
}

/** With the low priority of the process that makes scheduled backups. */
async function keepBackingUp({ settings }: Site, ending: AbortSignal): Promise<void> {
  while (!ending.aborted) {
    const args = ['-n', '10', process.execPath, BACKUP];
    const child = spawn('nice', args, { env: { ...process.env, ...settings }, stdio: 'ignore' });
    await new Promise((resolve) => child.once('close', resolve));
  }
}
