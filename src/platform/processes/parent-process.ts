import cluster from 'node:cluster';
import type { Figures } from '../http/metrics.ts';
import { type Message, pendingResponses } from './messages.ts';

/** The process that has started this one, to answer the API together with others. */
export interface ParentProcess {
  /** Calls `work` when this one is to stop. Signals are for the parent, which then says so. */
  onStop(work: () => void): void;
  tell(message: Message): void;
  /** Of all processes; null when the parent does not answer. */
  askFigures(): Promise<string | null>;
  /** Answers the parent that asks for the figures of this one. */
  onFiguresAsked(read: () => Promise<Figures[]>): void;
}

/** Null in a process that was started by itself. When the parent is gone, `node:cluster` ends this one. */
export function parentProcess(): ParentProcess | null {
  if (!cluster.isWorker) return null;
  const asked = pendingResponses<string>();
  const tell = (message: Message) => void process.send?.(message);
  const listen = (hear: (message: Message) => void) => process.on('message', hear);
  listen((message) => {
    if (message.kind === 'all') asked.answer(message.id, message.text);
  });
  return {
    tell,
    onStop: (work) => listen(({ kind }) => (kind === 'stop' ? work() : undefined)),
    askFigures: () => asked.ask((id) => tell({ kind: 'all?', id })),
    onFiguresAsked: (read) =>
      listen((message) => {
        if (message.kind !== 'figures?') return;
        void read().then((figures) => tell({ kind: 'figures', id: message.id, figures }));
      }),
  };
}
