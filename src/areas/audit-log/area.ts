import './tables.ts';
import { dropFile } from '#areas/files/index.ts';
import type { Area } from '#platform/http/area.ts';
import { auditLogAudits } from './audits.ts';
import { DROP_EXPORT, EXPORT_ENTRIES, exportEntries } from './export-entries.ts';
import { createAuditExport } from './operations/create-audit-export.ts';
import { getAuditEntry } from './operations/get-audit-entry.ts';
import { getAuditExport } from './operations/get-audit-export.ts';
import { listAuditLog } from './operations/list-audit-log.ts';
import { purgeAuditLog } from './purge-audit-log.ts';
import { sealAuditLog } from './seal-audit-log.ts';

export const auditLog: Area = {
  name: 'audit-log',
  title: 'Audit log',
  operations: [listAuditLog, getAuditEntry, createAuditExport, getAuditExport],
  scheduledWork: [
    { kind: EXPORT_ENTRIES, run: (context, { id }) => exportEntries(context, String(id)) },
    { kind: DROP_EXPORT, run: (context, { id }) => dropFile(context, String(id)) },
  ],
  maintenance: purgeAuditLog,
  everyMinute: sealAuditLog,
  audits: auditLogAudits,
};
