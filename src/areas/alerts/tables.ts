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
  /** Null: no expiry. */
  validityMinutes: number | null;
  /** Null: the whole organization. */
  accountId: string | null;
  /** The watched resource, of the type that the template names. */
  entityId: string | null;
  threshold: Decimal | null;
  days: number | null;
  /** Start of the validity. This and the next two are null while the alert is inactive. */
  activatedAt: Temporal.Instant | null;
  nextTickAt: Temporal.Instant | null;
  /** Everything before this instant has been evaluated. */
  checkedAt: Temporal.Instant | null;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
  rowVersion: Generated<number>;
}

/** What closed an incident: a caller, the condition, the end of its validity, or a change of its alert. */
export type ClosedBy = 'CALLER' | 'RECOVERY' | 'END' | 'ALERT';

export interface IncidentsTable {
  orgId: number;
  id: string;
  alertId: string;
  alertVersion: number;
  templateId: TemplateId;
  /** The invoice for templates that watch single invoices; otherwise empty. */
  scopeKey: string;
  status: 'ACTIVE' | 'CLOSED';
  /** The value found by the last check in which the condition held. */
  value: Decimal;
  /** Of the measured cycle or month. */
  periodStart: Temporal.Instant | null;
  validUntil: Temporal.Instant | null;
  lastCheckedAt: Temporal.Instant;
  closedAt: Temporal.Instant | null;
  closedBy: ClosedBy | null;
  /** The first check without a finding after a caller closed the incident. */
  clearedAt: Temporal.Instant | null;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
  rowVersion: Generated<number>;
}
