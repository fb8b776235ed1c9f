import cluster from 'node:cluster';
import type { MetricsSnapshot } from '../http/metrics.ts';
import { type Message, pendingResponses } from './messages.ts';

/** The process that started this one as one of several API processes. */
export interface ParentProcess {
  /** Calls `work` when this process is to stop. The parent receives signals and forwards the stop. */
  onStop(work: () => void): void;
  send(message: Message): void;
  /** Metrics text of all processes; null when the parent does not respond. */
  requestMetrics(): Promise<string | null>;
  /** Responds when the parent requests the metrics of this process. */
  onMetricsRequested(read: () => Promise<MetricsSnapshot[]>): void;
}

/** Null in a process without a parent. When the parent has gone, `node:cluster` ends this one. */
export function parentProcess(): ParentProcess | null {
  if (!cluster.isWorker) return null;
  const pending = pendingResponses<string>();
  const send = (message: Message) => void process.send?.(message);
  const listen = (hear: (message: Message) => void) => process.on('message', hear);
  listen((message) => {
    if (message.kind === 'all metrics') pending.resolve(message.id, message.text);
    if (message.kind === 'alive?') send({ kind: 'alive', id: message.id });
  });
  return {
    send,
    onStop: (work) => listen(({ kind }) => (kind === 'stop' ? work() : undefined)),
    requestMetrics: () => pending.request((id) => send({ kind: 'all metrics?', id })),
    onMetricsRequested: (read) =>
      listen((message) => {
        if (message.kind !== 'metrics?') return;
        void read().then((snapshots) => send({ kind: 'metrics', id: message.id, snapshots }));
      }),
  };
}
