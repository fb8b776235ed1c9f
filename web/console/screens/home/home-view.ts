import type { Overview } from '../../../api/generated/types.ts';
import { percentOf } from '../../../format/decimals.ts';
import type { ChartPoint } from '../../../ui/chart/chart-view.ts';

type Hour = NonNullable<Overview['events']>[number];

export interface DayOfEvents {
  total: number;
  rejected: number;
  /** Of the total, in per cent; null without any event. */
  rejectedPercent: string | null;
  /** Compared with the day before, in per cent; null if there is nothing to compare with. */
  changePercent: string | null;
}

/** The last 24 of the hours, compared with those before. */
export function dayOf(hours: readonly Hour[]): DayOfEvents {
  const [before, last] = [hours.slice(0, -24), hours.slice(-24)];
  const total = sum(last, totalOf);
  const rejected = sum(last, (hour) => hour.rejected);
  const totalBefore = sum(before, totalOf);
  return {
    ...{ total, rejected },
    rejectedPercent: percentOf(String(rejected), String(total)),
    changePercent: percentOf(String(total - totalBefore), String(totalBefore)),
  };
}

/** The series of the chart: counted, not counted, rejected. */
export function pointsOf(hours: readonly Hour[]): ChartPoint[] {
  return hours.map(({ startsAt, counted, notCounted, rejected }) => ({
    at: startsAt,
    values: [counted, notCounted, rejected].map(String),
  }));
}

/** Nothing was set up yet: the first page leads to the guide. */
export function isUnused({ setup }: Pick<Overview, 'setup'>): boolean {
  return !setup.event && !setup.invoice;
}

function totalOf({ counted, notCounted, rejected }: Hour): number {
  return counted + notCounted + rejected;
}

function sum(hours: readonly Hour[], of: (hour: Hour) => number): number {
  return hours.reduce((total, hour) => total + of(hour), 0);
}

/** The series of the chart, in the order of their values. */
export const EVENT_KINDS = ['counted', 'notCounted', 'rejected'] as const;

const PATHS: Record<Overview['attention'][number]['kind'], string> = {
  DUE_DRAFTS: '/month-close?waiting=true',
  OVERDUE_INVOICES: '/receivables',
  PENDING_APPROVALS: '/approvals',
  REJECTED_EVENTS: '/events?status=UNPROCESSED',
  ACTIVE_INCIDENTS: '/alerts',
  FAILED_DELIVERIES: '/webhooks',
  FAILING_WORK: '/scheduled-work',
};

/** Where somebody sees to it. */
export function attentionPath(kind: keyof typeof PATHS): string {
  return PATHS[kind];
}
