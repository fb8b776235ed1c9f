import './tables.ts';
import type { Area } from '#platform/http/area.ts';
import { auditLogAudits } from './audits.ts';
import { getAuditEntry } from './operations/get-audit-entry.ts';
import { listAuditLog } from './operations/list-audit-log.ts';
import { purgeAuditLog } from './purge-audit-log.ts';
import { sealAuditLog } from './seal-audit-log.ts';

export const auditLog: Area = {
  name: 'audit-log',
  operations: [listAuditLog, getAuditEntry],
  upkeep: purgeAuditLog,
  everyMinute: sealAuditLog,
  audits: auditLogAudits,
};
