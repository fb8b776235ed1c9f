import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import type { Org } from '#platform/http/operation.ts';
import { ACTIONS, ACTOR_TYPES, ENTITY_TYPES } from '../schema.ts';
import type { AuditLogTable, AuditSealsTable } from '../tables.ts';

export const auditLogList: ListSpec = {
  maxPageSize: 100,
  defaultPageSize: 20,
  filters: {
    entity_type: { column: 'audit_log.entity_type', kind: 'enum', values: ENTITY_TYPES },
    entity_id: { column: 'audit_log.entity_id', kind: 'text' },
    action: { column: 'audit_log.action', kind: 'enum', values: ACTIONS },
    actor_type: { column: 'audit_log.actor_type', kind: 'enum', values: ACTOR_TYPES },
    actor_id: { column: 'audit_log.actor_id', kind: 'text' },
    operation_id: { column: 'audit_log.operation_id', kind: 'text' },
    approver_id: { column: 'audit_log.approver_id', kind: 'text' },
    request_id: { column: 'audit_log.request_id', kind: 'text' },
    from: { column: 'audit_log.at', kind: 'instant', bound: 'from' },
    to: { column: 'audit_log.at', kind: 'instant', bound: 'until' },
  },
  searchable: {},
  sortable: {
    id: { column: 'audit_log.id', kind: 'number' },
    at: { column: 'audit_log.at', kind: 'instant' },
  },
  defaultSort: [['id', 'DESC']],
  tieBreaker: 'id',
};

const SHOWN = [
  ...(['auditLog.id', 'auditLog.at', 'auditLog.writtenAt', 'auditLog.actorType'] as const),
  ...(['auditLog.actorId', 'auditLog.actorContact', 'auditLog.actorAddress', 'auditLog.actorName'] as const),
  ...(['auditLog.approvalId', 'auditLog.approverId', 'auditLog.approverName'] as const),
  ...(['auditLog.requestId', 'auditLog.operationId'] as const),
  ...(['auditLog.entityType', 'auditLog.entityId', 'auditLog.action'] as const),
  ...(['auditSeals.number', 'auditSeals.previousHash', 'auditSeals.hash'] as const),
  'auditSeals.erasedHash',
] as const;

type Seal = Pick<AuditSealsTable, 'number' | 'previousHash' | 'hash' | 'erasedHash'>;
/** An entry and its seal, if any. Members are JSON text, because their numbers may exceed a double. */
export type EntryRow = Omit<AuditLogTable, 'orgId' | 'id' | 'before' | 'after'> & {
  id: number;
  before: string | null;
  after: string | null;
} & { [K in keyof Seal]: Seal[K] | null };

export function listEntries(tx: Tx, org: Org, page: PageRequest) {
  return findPage(entries(tx, org), page);
}

/** Includes the canonical text that is hashed. */
export async function findEntry(
  tx: Tx,
  org: Org,
  id: number,
): Promise<(EntryRow & { sealedText: string }) | null> {
  const query = entries(tx, org)
    .select(sql<string>`audit_entry_text(audit_log)`.as('sealedText'))
    .where('auditLog.id', '=', id);
  return (await query.executeTakeFirst()) ?? null;
}

function entries(tx: Tx, org: Org) {
  return tx
    .selectFrom('auditLog')
    .leftJoin('auditSeals', (join) =>
      join.onRef('auditSeals.orgId', '=', 'auditLog.orgId').onRef('auditSeals.entryId', '=', 'auditLog.id'),
    )
    .select(SHOWN)
    .select([
      sql<string | null>`audit_log.before::text`.as('before'),
      sql<string | null>`audit_log.after::text`.as('after'),
    ])
    .where('auditLog.orgId', '=', org.orgId);
}
