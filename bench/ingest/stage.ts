import type pg from 'pg';
import type { LoadPlan, LoadReport } from '../generator/protocol.ts';
import type { BenchServer, RunningService } from '../processes.ts';
import { CATALOG, connect, openServer } from './catalog-database.ts';
import { cpuSecondsBelow, parentOf, residentBelow } from './cpu.ts';
import { type Generator, startGenerator } from './generator.ts';
import type { Options } from './options.ts';
import { profileFolder } from './profile.ts';

const SAMPLE_MS = 500;
/** The defaults: they refuse nothing here, and cost each call a look at its bucket and three headers. */
const RATE_LIMITS = { RATE_LIMIT_INGEST: '50000/s', RATE_LIMIT_INGEST_BATCH: '5000/s' };

/** A service on a database of its own, or on that of another. */
export interface Site {
  service: RunningService;
  owner: pg.Client;
  databaseUrl: string;
}

/** One run of a load, as the table and the processes tell it. */
export interface Run extends LoadReport {
  /** New rows of `events`. */
  rows: number;
  /** Of a server that stores nothing: answers. */
  rowsPerSecond: number;
  /** Processors that were busy on average, of each side. */
  cores: { generator: number; server: number; postgres: number };
  /** Resident memory of the server in megabytes, sampled while the run went on. */
  megabytes: number[];
}

export interface Stage {
  options: Options;
  server: BenchServer;
  generator: Generator;
  /** A database for floors. */
  floorsUrl: string;
  /** A copy of the catalog without events, and a service on it. */
  openSite(name: string, settings?: Record<string, string>): Promise<Site>;
  /** Another service on the database of a site. */
  joinSite(site: Site, settings: Record<string, string>): Promise<Site>;
  closeSite(site: Site): Promise<void>;
  /** Loads a site; throws when an answered event is not in the table. */
  load(site: Site, plan: Omit<LoadPlan, 'url' | 'key'>): Promise<Run>;
  /** Loads a server that stores nothing. */
  loadBare(target: { url: string; pid: number }, plan: Omit<LoadPlan, 'url' | 'key'>): Promise<Run>;
  /** Of processor time that PostgreSQL has used so far. */
  postgresSeconds(): Promise<number>;
  stop(): Promise<void>;
}

export async function openStage(options: Options): Promise<Stage> {
  const server = await openServer(options);
  try {
    return await buildStage(server, options);
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function buildStage(server: BenchServer, options: Options): Promise<Stage> {
  const admin = await connect(server.urlOf('postgres'));
  const generator = startGenerator(options);
  const postmaster = await findPostmaster(admin);
  await admin.query('create database floors');
  const meter: Meter = { generator, postmaster };
  const start = async (databaseUrl: string, settings: Record<string, string>): Promise<Site> => {
    const profiled = options.isProfiled ? profileSettings() : {};
    const own = { DATABASE_URL: databaseUrl, ...RATE_LIMITS, ...profiled, ...settings };
    const service = await server.startService(own);
    return { service, owner: await connect(databaseUrl), databaseUrl };
  };
  return {
    options,
    server,
    generator,
    floorsUrl: server.urlOf('floors'),
    openSite: async (name, settings = {}) => {
      await admin.query(`create database ${name} template ${CATALOG}`);
      await postponeRefresh(server.urlOf(name));
      return start(server.urlOf(name), settings);
    },
    joinSite: ({ databaseUrl }, settings) => start(databaseUrl, settings),
    closeSite: async ({ service, owner }) => {
      await owner.end();
      await service.stop();
    },
    load: async (site, plan) => checkRows(await measure(meter, targetOf(site), plan)),
    loadBare: async ({ url, pid }, plan) => {
      const run = await measure(meter, { url, pid, key: 'none', count: async () => 0 }, plan);
      return { ...run, rowsPerSecond: run.acceptedEvents / run.seconds };
    },
    postgresSeconds: () => cpuSecondsBelow(postmaster),
    stop: async () => {
      generator.stop();
      await admin.end();
      await server.stop();
    },
  };
}

/**
 * Drafts are computed anew every 15 minutes. In a copy of an older database that is due at once: a thousand
 * drafts in the first run after the start, and none in the others.
 */
async function postponeRefresh(databaseUrl: string): Promise<void> {
  const owner = await connect(databaseUrl);
  await owner.query(
    `update scheduled_work set due_at = clock_timestamp() + interval '15 minutes'
     where kind = 'invoices.refresh'`,
  );
  await owner.end();
}

async function findPostmaster(admin: pg.Client): Promise<number> {
  const { rows } = await admin.query('select pg_backend_pid() as pid');
  return parentOf(rows[0].pid);
}

function profileSettings(): Record<string, string> {
  return { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profileFolder()}` };
}

interface Meter {
  generator: Generator;
  postmaster: number;
}

interface Target {
  url: string;
  key: string;
  pid: number;
  count(): Promise<number>;
}

function targetOf({ service, owner }: Site): Target {
  const count = async () => Number((await owner.query('select count(*) as count from events')).rows[0].count);
  return { url: service.url, key: service.apiKey, pid: service.child.pid ?? 0, count };
}

async function measure(meter: Meter, target: Target, plan: Omit<LoadPlan, 'url' | 'key'>): Promise<Run> {
  const { url, key, pid } = target;
  const start = await meter.generator.prepare({ ...plan, url, key });
  const rowsBefore = await target.count();
  const sides = () => Promise.all([cpuSecondsBelow(pid), cpuSecondsBelow(meter.postmaster)]);
  const before = await sides();
  const megabytes = [await residentBelow(pid)];
  const sampler = setInterval(() => void residentBelow(pid).then((size) => megabytes.push(size)), SAMPLE_MS);
  const report = await start().finally(() => clearInterval(sampler));
  const after = await sides();
  const rows = (await target.count()) - rowsBefore;
  return {
    ...report,
    ...{ rows, rowsPerSecond: rows / report.seconds, megabytes },
    cores: {
      generator: report.cpuSeconds / report.seconds,
      server: (after[0] - before[0]) / report.seconds,
      postgres: (after[1] - before[1]) / report.seconds,
    },
  };
}

/** What was answered is in the table; what was not answered may be. */
function checkRows(run: Run): Run {
  const { rows, acceptedEvents, statuses } = run;
  const responses = JSON.stringify(statuses);
  if (rows < acceptedEvents || (rows > acceptedEvents && !statuses[0]))
    throw new Error(
      `${acceptedEvents} events were answered and ${rows} stored (answers by status: ${responses})`,
    );
  return run;
}
