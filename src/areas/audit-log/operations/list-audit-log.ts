import { operation } from '#platform/http/operation.ts';
import { describeEntry } from '../describe-entry.ts';
import { AuditEntryPage } from '../schema.ts';
import { auditLogList, listEntries } from '../store/entries.ts';

export const listAuditLog = operation({
  id: 'listAuditLog',
  method: 'GET',
  route: '/ext/v1/audit_log',
  scope: 'org:read',
  summary: 'List the audit log',
  description:
    'Lists who changed what, newest first: one entry for each resource that a request or scheduled work ' +
    'created, updated or deleted. Entries never change; each is sealed within a minute or two.',
  response: { status: 200, body: AuditEntryPage },
  list: auditLogList,
  async handle({ tx, org }, { page }) {
    const { rows, nextToken } = await listEntries(tx, org, page);
    return { data: rows.map(describeEntry), nextToken };
  },
});
