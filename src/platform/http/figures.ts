import type { Database } from '../db/database.ts';
import type { Figures, Metrics } from './metrics.ts';
import { outboxFigures } from './show-outboxes.ts';

/** Processes that print their figures with those of this one. */
export interface OtherProcesses {
  /** Of those that answer the API for this one. */
  readFigures?(): Promise<Figures[]>;
  /** The text of the one that this one answers the API for; null when it does not answer. */
  askFigures?(): Promise<string | null>;
}

export interface ProcessFigures {
  /** Of this process alone. */
  readFigures(): Promise<Figures[]>;
  /** The exposition text of this process and of those that answer for it. */
  printFigures(): Promise<string>;
  /** The same of all processes, whichever is asked. */
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
