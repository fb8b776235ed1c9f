import type { Database } from '../db/database.ts';
import type { Figures, Metrics } from './metrics.ts';
import { outboxFigures } from './show-outboxes.ts';

/** Other processes whose metrics are exported with those of this one. */
export interface OtherProcesses {
  /** Metrics of the API processes of this process. */
  readFigures?(): Promise<Figures[]>;
  /** The exposition text of the parent process, for an API process; null when the parent does not respond. */
  askFigures?(): Promise<string | null>;
}

export interface ProcessFigures {
  /** Metrics of this process alone. */
  readFigures(): Promise<Figures[]>;
  /** The exposition text of this process and its API processes. */
  printFigures(): Promise<string>;
  /** The exposition text of all processes, whichever process is scraped. */
  printAll(): Promise<string>;
}

export function processFigures(parts: {
  database: Database;
  metrics: Metrics;
  others: OtherProcesses | undefined;
}): ProcessFigures {
  const { database, metrics, others } = parts;
  const showOutboxes = outboxFigures(parts);
  const notePool = () => {
    const { totalCount: total, idleCount: idle, waitingCount: waiting } = database.pool;
    metrics.setPool({ total, idle, waiting });
  };
  const printFigures = async () => {
    notePool();
    await showOutboxes();
    return metrics.print(await others?.readFigures?.());
  };
  return {
    readFigures: () => {
      notePool();
      return metrics.read();
    },
    printFigures,
    printAll: async () => (await others?.askFigures?.()) ?? printFigures(),
  };
}
