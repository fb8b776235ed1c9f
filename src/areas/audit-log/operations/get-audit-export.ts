import { operation } from '#platform/http/operation.ts';
import { describeExport } from '../describe-export.ts';
import { auditExportNotFound } from '../problems.ts';
import { AuditExport, AuditExportParams } from '../schema.ts';
import { findExport } from '../store/exports.ts';

export const getAuditExport = operation({
  id: 'getAuditExport',
  method: 'GET',
  route: '/ext/v1/audit_log_exports/{audit_export_id}',
  scope: 'org:read',
  summary: 'Get an export of the audit log',
  request: { params: AuditExportParams },
  transientMembers: ['downloadUrl'],
  response: { status: 200, body: AuditExport },
  problems: [auditExportNotFound],
  async handle(context, { params }) {
    const row = await findExport(context.tx, context.org, params.audit_export_id);
    if (!row) throw auditExportNotFound({ id: params.audit_export_id });
    return describeExport(context, row);
  },
});
