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
    'Who changed what, newest first: a line for each thing that a request or a piece of timed work ' +
    'created, updated or deleted. An entry never changes; within a minute or two it is sealed.',
  response: { status: 200, body: AuditEntryPage },
  list: auditLogList,
  async handle({ tx, org }, { page }) {
    const { rows, nextToken } = await listEntries(tx, org, page);
    return { data: rows.map(describeEntry), nextToken };
  },
});
