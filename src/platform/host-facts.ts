import { readdir, readFile, statfs } from 'node:fs/promises';
import type { ShownSetting } from './settings/read-setting.ts';

/** What an operator wants to know of the process and its machine. */
export interface HostFacts {
  /** When this process started, in real time. */
  readonly startedAt: Temporal.Instant;
  readonly runtime: string;
  readonly roles: readonly string[];
  readonly apiProcesses: number;
  /** Every setting with the source of its value; of secrets, only whether they are set. */
  readonly settings: readonly ShownSetting[];
  /** E-mail addresses of the operators; null: the administrators of the first organization are. */
  readonly operators: readonly string[] | null;
  /** The text of all metrics, of all processes. */
  printMetrics(): Promise<string>;
  /** The disk of the data directory; null if the system does not say. */
  readDisk(): Promise<{ totalBytes: number; freeBytes: number } | null>;
  /** Names of migrations of this version that are not among the applied ones. */
  listPendingMigrations(applied: readonly string[]): Promise<string[]>;
  /** The text of the license; null if the file is missing. */
  readLicense(): Promise<string | null>;
}

export interface HostSettings {
  roles: ReadonlySet<string>;
  apiProcesses: number;
  dataDir: string;
  operators: readonly string[] | null;
  shown: readonly ShownSetting[];
}

export function hostFacts(
  config: HostSettings,
  { printMetrics }: Pick<HostFacts, 'printMetrics'>,
): HostFacts {
  const { roles, apiProcesses, dataDir, operators, shown } = config;
  return {
    startedAt: Temporal.Instant.fromEpochMilliseconds(Math.round(performance.timeOrigin)),
    runtime: `Node.js ${process.versions.node}`,
    ...{ roles: [...roles].sort(), apiProcesses, settings: shown, operators, printMetrics },
    readDisk: () => readDisk(dataDir),
    listPendingMigrations: async (applied) => {
      const names = await readdir(MIGRATIONS).catch(() => []);
      return names.filter((name) => name.endsWith('.sql') && !applied.includes(name)).sort();
    },
    readLicense: () => readFile(LICENSE, 'utf8').catch(() => null),
  };
}

/** The disk of a folder; null if the system does not say. */
export async function readDisk(folder: string): Promise<{ totalBytes: number; freeBytes: number } | null> {
  const found = await statfs(folder).catch(() => null);
  return found && { totalBytes: found.bsize * found.blocks, freeBytes: found.bsize * found.bavail };
}

const MIGRATIONS = new URL('../../migrations', import.meta.url);
const LICENSE = new URL('../../LICENSE', import.meta.url);
