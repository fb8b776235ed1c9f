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
  /** Null: the whole organization. */
  accountId: string | null;
  whose: GeneratedAlways<string>;
  type: (typeof REPORT_TYPES)[number];
  /** May name a built-in template, which has no row. */
  reportTemplateId: string | null;
  status: (typeof REPORT_STATUSES)[number];
  /** As of the request. */
  queryInput: QueryInput;
  /** Range of the rows; null: no restriction. */
  startAt: Temporal.Instant | null;
  endAt: Temporal.Instant | null;
  attempts: Generated<number>;
  startedAt: Temporal.Instant | null;
  rowCount: number | null;
  /** Stays when the file is deleted. */
  fileId: string | null;
  fileUntil: Temporal.Instant | null;
  /** The reason for the caller. */
  failure: string | null;
  /** For the operator: the message of the database or the storage. */
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
  /** Null: no schedule. */
  frequency: Frequency | null;
  nextRunAt: Temporal.Instant | null;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
  rowVersion: Generated<number>;
}
