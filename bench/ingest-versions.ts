import { join } from 'node:path';
import type pg from 'pg';
import { startCollector } from './collector.ts';
import type { LoadPlan } from './generator/protocol.ts';
import { prepareCatalog } from './ingest/catalog.ts';
import { connect } from './ingest/catalog-database.ts';
import { cpuSecondsBelow, parentOf } from './ingest/cpu.ts';
import { type Generator, startGenerator } from './ingest/generator.ts';
import { median } from './load.ts';
import { type BenchServer, benchServer, type RunningService } from './processes.ts';

/** A checkout of another version, with its dependencies installed. */
const BASE = process.env.BENCH_BASE;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 9);
/** Of the events of each run. */
const SCALE = Number(process.env.BENCH_SCALE ?? 1);
/** As many for every version, so that the tables grow alike. */
const WORK = [
  { batch: 1000, connections: 8, maxEvents: 60_000 * SCALE },
  { batch: 100, connections: 8, maxEvents: 40_000 * SCALE },
  { batch: 1, connections: 64, maxEvents: 12_000 * SCALE },
] as const;
const MAX_SECONDS = 600;

interface Version {
  name: string;
  entry: string | undefined;
  settings: Record<string, string>;
}

function listVersions(collectorUrl: string): readonly Version[] {
  const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl };
  return [
    { name: 'base', entry: join(BASE ?? '', 'src/main.ts'), settings: {} },
    { name: 'this version', entry: undefined, settings: {} },
    { name: 'without request log', entry: undefined, settings: { REQUEST_LOG: 'off' } },
    { name: 'with traces', entry: undefined, settings: traces },
    { name: 'with every trace', entry: undefined, settings: { ...traces, OTEL_TRACES_SAMPLER_ARG: '1' } },
  ];
}

/**
 * The processor time of an event in this version and in that of `BENCH_BASE`, service and PostgreSQL, in
 * turns on the same server. Other work on the machine changes it less than it changes rates. Target: at most
 * three per cent more.
 */
export async function benchIngestVersions(): Promise<void> {
  if (!BASE) throw new Error('BENCH_BASE must name a checkout of another version');
  const server = await benchServer();
  const collector = await startCollector();
  const versions = listVersions(collector.url);
  const generator = startGenerator({ isInterrupting: false });
  try {
    await makeCatalog(server, versions);
    const sites: Site[] = [];
    for (const version of versions) sites.push(await openSite(server, version));
    const { rows } = await (sites[0] as Site).owner.query('select pg_backend_pid() as pid');
    const meter = { generator, postmaster: await parentOf(rows[0].pid) };
    // The first round warms up; the order changes, so that what one run leaves to the next falls on all.
    for (let round = -1; round < ROUNDS; round++)
      for (const [i, work] of WORK.entries())
        for (let turn = 0; turn < sites.length; turn++) {
          const site = sites[(turn + round + 1) % sites.length] as Site;
          const cost = await measure(meter, site, work);
          if (round >= 0) site.costs[i]?.push(cost);
        }
    print(sites);
    for (const { owner } of sites) await owner.end();
  } finally {
    generator.stop();
    await server.stop();
    collector.stop();
  }
}

interface Cost {
  service: number;
  postgres: number;
}

interface Site extends Version {
  service: RunningService;
  owner: pg.Client;
  costs: Cost[][];
}

const databaseOf = ({ name }: Version) => name.replaceAll(' ', '_');

/** The catalog of the oldest version, from which each other one upgrades a copy. */
async function makeCatalog(server: BenchServer, versions: readonly Version[]): Promise<void> {
  const admin = await connect(server.urlOf('postgres'));
  await admin.query('create database catalog');
  const url = server.urlOf('catalog');
  const service = await server.startService({ DATABASE_URL: url }, versions[0]?.entry);
  const owner = await connect(url);
  await prepareCatalog(service, owner);
  await owner.query(
    `update scheduled_work set due_at = clock_timestamp() + interval '1 day' where kind = 'invoices.refresh'`,
  );
  await owner.query('vacuum analyze');
  await owner.end();
  await service.stop();
  for (const each of versions) await admin.query(`create database ${databaseOf(each)} template catalog`);
  await admin.end();
}

async function openSite(server: BenchServer, version: Version): Promise<Site> {
  const url = server.urlOf(databaseOf(version));
  const service = await server.startService({ DATABASE_URL: url, ...version.settings }, version.entry);
  return { ...version, service, owner: await connect(url), costs: WORK.map(() => []) };
}

/** Microseconds of an event that was answered 202. */
async function measure(
  { generator, postmaster }: { generator: Generator; postmaster: number },
  { service }: Site,
  work: Pick<LoadPlan, 'batch' | 'connections' | 'maxEvents'>,
): Promise<Cost> {
  const plan = { ...work, url: service.url, key: service.apiKey, seconds: MAX_SECONDS };
  const start = await generator.prepare(plan);
  const sides = () => Promise.all([cpuSecondsBelow(service.child.pid ?? 0), cpuSecondsBelow(postmaster)]);
  const before = await sides();
  const { acceptedEvents } = await start();
  // What is written behind the responses belongs to them.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const after = await sides();
  const each = (side: 0 | 1) => ((after[side] - before[side]) * 1e6) / acceptedEvents;
  return { service: each(0), postgres: each(1) };
}

function print(sites: readonly Site[]): void {
  console.log(
    `\ningest, versions: µs of processors for an event, service + PostgreSQL (median of ${ROUNDS} rounds)`,
  );
  const sum = ({ service, postgres }: Cost) => service + postgres;
  for (const [i, { batch }] of WORK.entries())
    for (const { name, costs } of sites) {
      const own = costs[i] ?? [];
      const base = sites[0]?.costs[i] ?? [];
      const ratio = median(own.map((cost, round) => sum(cost) / sum(base[round] as Cost)));
      const side = (of: (cost: Cost) => number) => median(own.map(of)).toFixed(1).padStart(6);
      const parts = `${side(({ service }) => service)} + ${side(({ postgres }) => postgres)}`;
      console.log(
        `  batches of ${String(batch).padStart(4)}  ${name.padEnd(20)} ${parts}  ratio ${ratio.toFixed(3)}`,
      );
    }
}
