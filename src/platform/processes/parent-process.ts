import cluster from 'node:cluster';
import type { Figures } from '../http/metrics.ts';
import { type Message, pendingResponses } from './messages.ts';

/** The process that started this one as one of several API processes. */
export interface ParentProcess {
  /** Calls `work` when this process is to stop. The parent receives signals and forwards the stop. */
  onStop(work: () => void): void;
  tell(message: Message): void;
  /** Metrics text of all processes; null when the parent does not respond. */
  askFigures(): Promise<string | null>;
  /** Responds when the parent requests the metrics of this process. */
  onMetricsRequested(read: () => Promise<Figures[]>): void;
}

/** Null in a process without a parent. When the parent has gone, `node:cluster` ends this one. */
export function parentProcess(): ParentProcess | null {
  if (!cluster.isWorker) return null;
  const requested = pendingResponses<string>();
  const tell = (message: Message) => void process.send?.(message);
  const listen = (hear: (message: Message) => void) => process.on('message', hear);
  listen((message) => {
    if (message.kind === 'all') requested.answer(message.id, message.text);
  });
  return {
    tell,
    onStop: (work) => listen(({ kind }) => (kind === 'stop' ? work() : undefined)),
    askFigures: () => requested.ask((id) => tell({ kind: 'all?', id })),
    onMetricsRequested: (read) =>
      listen((message) => {
        if (message.kind !== 'figures?') return;
        void read().then((figures) => tell({ kind: 'figures', id: message.id, figures }));
      }),
  };
}
