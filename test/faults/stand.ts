import { rm } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, inject } from 'vitest';
import { copyCluster } from '#test/copy-cluster.ts';
import { makeThrowAwayFolder } from '#test/throw-away-folder.ts';
import {
  type Database,
  type DatabaseServer,
  databaseMaker,
  databaseServer,
  type KilledServer,
  type MakeDatabase,
  serverIn,
} from './database-server.ts';
import { type BreakingProxy, startProxy } from './proxy.ts';
import type { Sabotage } from './sabotage.ts';
import { sabotagedService } from './shared-build.ts';
import { type ProcessOptions, startTallymark, type TallymarkProcess } from './tallymark-process.ts';

/** Makes what a fault test needs, and takes it away after each test. */
export interface Stand {
  /** Takes away what the test made itself; what was made last goes first. */
  later(remove: () => Promise<unknown>): void;
  directory(): Promise<string>;
  /** A durable PostgreSQL server that may be killed. */
  server(settings?: Record<string, string>): Promise<DatabaseServer>;
  /** A process of the service on a database. */
  tallymark(options: Omit<ProcessOptions, 'dataDir'>): Promise<TallymarkProcess>;
  /** A process of the service that starts its database itself. */
  tallymarkWithDatabase(home?: string): Promise<{ tallymark: TallymarkProcess; database: KilledServer }>;
  /** The address of a database, through a proxy. */
  proxied(database: Database): Promise<BreakingProxy>;
  /** A copy of the service without a guarantee. */
  sabotaged(name: Sabotage): Promise<string>;
}

type Removals = (() => Promise<unknown>)[];

export function useStand(): Stand {
  const removals: Removals = [];
  afterEach(() => removeAll(removals));
  const directory = () => makeDirectory(removals);
  const start = async (options: ProcessOptions) => {
    const tallymark = await startTallymark(options);
    removals.push(() => tallymark.kill());
    return tallymark;
  };
  return {
    later: (remove) => removals.push(remove),
    directory,
    server: async (settings) => startServer(removals, settings),
    tallymark: async (options) => start({ ...options, dataDir: await directory() }),
    tallymarkWithDatabase: async (home) => {
      const dataDir = await directory();
      await takeCluster(dataDir);
      const database = serverIn(dataDir);
      // The server of a process that is killed may outlive it.
      removals.push(() => database.killPostmaster().catch(() => undefined));
      const tallymark = await start({ dataDir, ...(home !== undefined && { home }) });
      return { tallymark, database };
    },
    proxied: async ({ url }) => {
      const proxy = await startProxy(url);
      removals.push(() => proxy.stop());
      return proxy;
    },
    sabotaged: sabotagedService,
  };
}

/** Databases on one durable server for all tests of the file, for faults that leave the server alone. */
export function useDatabases(): MakeDatabase {
  const removals: Removals = [];
  let make: MakeDatabase;
  beforeAll(async () => {
    make = await databaseMaker(await startServer(removals));
  }, 600_000);
  afterAll(() => removeAll(removals));
  return (copied) => make(copied);
}

async function startServer(
  removals: Removals,
  settings: Record<string, string> = {},
): Promise<DatabaseServer> {
  const dataDir = await makeDirectory(removals);
  await takeCluster(dataDir);
  const server = await databaseServer(dataDir, settings);
  removals.push(() => server.stop());
  return server;
}

/** A migrated cluster to begin with, where the run has one; else whoever starts there makes it. */
export async function takeCluster(dataDir: string): Promise<void> {
  const { cluster } = inject('testServer');
  if (cluster !== null) await copyCluster(cluster, dataDir);
}

/** In memory, where a kill leaves as much as on a disk: only a power cut tells them apart. */
async function makeDirectory(removals: Removals): Promise<string> {
  const path = await makeThrowAwayFolder('fault');
  // Processes of a server that was killed may still be on their way out.
  removals.push(() => rm(path, { recursive: true, force: true, maxRetries: 20 }));
  return path;
}

async function removeAll(removals: Removals): Promise<void> {
  for (const remove of removals.splice(0).reverse()) await remove();
}
