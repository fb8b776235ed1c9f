import type { Generated } from 'kysely';
import type { Decimal } from '#core/decimal.ts';
import type { IntervalMinutes } from './intervals.ts';
import type { TemplateId } from './templates.ts';

declare module '#platform/db/tables.ts' {
  interface Tables {
    alerts: AlertsTable;
    incidents: IncidentsTable;
  }
}

export interface AlertsTable {
  orgId: number;
  id: string;
  templateId: TemplateId;
  version: number;
  status: 'ACTIVE' | 'INACTIVE';
  description: string | null;
  intervalMinutes: number & IntervalMinutes;
  /** Null: forever. */
  validityMinutes: number | null;
  /** Null: the whole organization. */
  accountId: string | null;
  /** What is watched, of the kind that the template names. */
  entityId: string | null;
  threshold: Decimal | null;
  days: number | null;
  /** The validity runs from here. This and the next two are null while the alert is inactive. */
  activatedAt: Temporal.Instant | null;
  nextTickAt: Temporal.Instant | null;
  /** What happened before has been counted. */
  checkedAt: Temporal.Instant | null;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
  rowVersion: Generated<number>;
}

/** What ended an incident: a caller, the condition, the end of its validity, or a change of its alert. */
export type ClosedBy = 'CALLER' | 'RECOVERY' | 'END' | 'ALERT';

export interface IncidentsTable {
  orgId: number;
  id: string;
  alertId: string;
  alertVersion: number;
  templateId: TemplateId;
  /** The invoice of templates that look at each invoice, empty for others. */
  scopeKey: string;
  status: 'ACTIVE' | 'CLOSED';
  /** What was found at the last check that fired. */
  value: Decimal;
  /** Of the cycle or month that was measured. */
  periodStart: Temporal.Instant | null;
  validUntil: Temporal.Instant | null;
  lastCheckedAt: Temporal.Instant;
  closedAt: Temporal.Instant | null;
  closedBy: ClosedBy | null;
  /** The first check after a caller closed it that found nothing. */
  clearedAt: Temporal.Instant | null;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
  rowVersion: Generated<number>;
}
