import type { Generated } from 'kysely';
import type { Action, ActorType, EXPORT_STATUSES, ExportFilters, ExportFormat } from './schema.ts';

declare module '#platform/db/tables.ts' {
  interface Tables {
    auditLog: AuditLogTable;
    auditSeals: AuditSealsTable;
    auditExports: AuditExportsTable;
  }
}

/** Written only by triggers (`migrations/0027_audit_log.sql`). */
export interface AuditLogTable {
  orgId: number;
  id: Generated<number>;
  /** By the organization's clock. */
  at: Temporal.Instant;
  /** In real time. */
  writtenAt: Temporal.Instant;
  actorType: ActorType;
  actorId: string;
  actorContact: string | null;
  actorAddress: string | null;
  /** Of a user. */
  actorName: string | null;
  /** The approval of the change, and the user who gave it. */
  approvalId: string | null;
  approverId: string | null;
  approverName: string | null;
  requestId: string | null;
  operationId: string | null;
  entityType: string;
  entityId: string;
  action: Action;
  /** Columns and their values; for an update, those that changed. */
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** The chain. Written by `seal_audit_log`. */
export interface AuditSealsTable {
  orgId: number;
  number: number;
  entryId: number;
  previousHash: Buffer;
  hash: Buffer;
  sealedAt: Temporal.Instant;
  /** When its entry was deleted at the end of its retention. */
  purgedAt: Temporal.Instant | null;
  /** Of the deleted entry. */
  entryAt: Temporal.Instant | null;
  /** When its personal data was erased. */
  erasedAt: Temporal.Instant | null;
  /** Hash of the erased entry, computed like `hash`. */
  erasedHash: Buffer | null;
}

export interface AuditExportsTable {
  orgId: number;
  id: string;
  format: ExportFormat;
  /** As requested; instants as text. */
  filters: Omit<ExportFilters, 'from' | 'to'> & { from?: string; to?: string };
  /** The export begins after this number of the chain. */
  afterNumber: number;
  status: (typeof EXPORT_STATUSES)[number];
  entryCount: number | null;
  lastNumber: number | null;
  isComplete: boolean | null;
  /** Stays when the file is deleted. */
  fileId: string | null;
  fileUntil: Temporal.Instant | null;
  failure: string | null;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
  rowVersion: Generated<number>;
}
