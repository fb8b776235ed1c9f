import type { Database } from '../db/database.ts';
import { readDisk } from '../host-facts.ts';
import type { Metrics, MetricsSnapshot } from './metrics.ts';
import { outboxRefresher } from './show-outboxes.ts';

/** Other processes whose metrics are exported with those of this one. */
export interface OtherProcesses {
  /** Metrics of the API processes of this process. */
  readMetrics?(): Promise<MetricsSnapshot[]>;
  /** The exposition text of the parent process, for an API process; null when the parent does not respond. */
  requestMetrics?(): Promise<string | null>;
}

export interface ProcessMetrics {
  /** Metrics of this process alone. */
  readMetrics(): Promise<MetricsSnapshot[]>;
  /** The exposition text of this process and its API processes. */
  printMetrics(): Promise<string>;
  /** The exposition text of all processes, whichever process is scraped. */
  printAll(): Promise<string>;
}

export function processMetrics(parts: {
  database: Database;
  metrics: Metrics;
  others: OtherProcesses | undefined;
  dataDir: string;
}): ProcessMetrics {
  const { database, metrics, others, dataDir } = parts;
  const showOutboxes = outboxRefresher(parts);
  const notePool = () => {
    const { totalCount: total, idleCount: idle, waitingCount: waiting } = database.pool;
    metrics.setPool({ total, idle, waiting });
  };
  const printMetrics = async () => {
    notePool();
    metrics.setDisk(await readDisk(dataDir));
    await showOutboxes();
    return metrics.print(await others?.readMetrics?.());
  };
  return {
    readMetrics: () => {
      notePool();
      return metrics.read();
    },
    printMetrics,
    printAll: async () => (await others?.requestMetrics?.()) ?? printMetrics(),
  };
}
