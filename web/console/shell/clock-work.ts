import type { ClockPreview } from '../../api/generated/types.ts';

/** Kinds of scheduled work that a reader knows; every other one is `other`. */
const KINDS = {
  'invoices.close_cycle': 'closeCycle',
  'invoices.open_cycle': 'openCycle',
  'invoices.overdue': 'overdue',
  'credits.expire': 'expireCredits',
  'alerts.check': 'checkAlert',
  'reports.run_template': 'runReport',
} as const;

export type WorkKind = (typeof KINDS)[keyof typeof KINDS] | 'other';

/** The work by what a reader knows it as, the rest last. */
export function groupWork(work: ClockPreview['work']): { kind: WorkKind; count: number }[] {
  const counts = new Map<WorkKind, number>();
  for (const { kind, count } of work) {
    const known = Object.hasOwn(KINDS, kind) ? KINDS[kind as keyof typeof KINDS] : 'other';
    counts.set(known, (counts.get(known) ?? 0) + count);
  }
  const entries = [...counts].map(([kind, count]) => ({ kind, count }));
  const isKnown = ({ kind }: { kind: WorkKind }) => kind !== 'other';
  return [...entries.filter(isKnown), ...entries.filter((entry) => !isKnown(entry))];
}
