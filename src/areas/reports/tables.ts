import type { Generated, GeneratedAlways } from 'kysely';
import type { Frequency, QueryInput, REPORT_STATUSES, REPORT_TYPES } from './schema.ts';

declare module '#platform/db/tables.ts' {
  interface Tables {
    reports: ReportsTable;
    reportTemplates: ReportTemplatesTable;
  }
}

export interface ReportsTable {
  orgId: number;
  id: string;
  name: string;
  /** Null: of the whole organization. */
  accountId: string | null;
  whose: GeneratedAlways<string>;
  type: (typeof REPORT_TYPES)[number];
  /** Also of a built-in one, which has no row. */
  reportTemplateId: string | null;
  status: (typeof REPORT_STATUSES)[number];
  /** As it was when the report was asked for. */
  queryInput: QueryInput;
  /** Of the rows; null: whatever their time is. */
  startAt: Temporal.Instant | null;
  endAt: Temporal.Instant | null;
  attempts: Generated<number>;
  startedAt: Temporal.Instant | null;
  rowCount: number | null;
  /** Stays when the file is gone. */
  fileId: string | null;
  fileUntil: Temporal.Instant | null;
  /** As the caller is told. */
  failure: string | null;
  /** For the operator: what the database or the storage said. */
  failureCause: string | null;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
  rowVersion: Generated<number>;
}

export interface ReportTemplatesTable {
  orgId: number;
  id: string;
  name: string;
  status: 'ACTIVE' | 'ARCHIVED';
  queryInput: QueryInput;
  /** Null: only when it is asked for. */
  frequency: Frequency | null;
  nextRunAt: Temporal.Instant | null;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
  rowVersion: Generated<number>;
}
