import { operation } from '#platform/http/operation.ts';
import { newId } from '#platform/ids.ts';
import { describeExport } from '../describe-export.ts';
import { EXPORT_ENTRIES, MAX_ENTRIES, planExport } from '../export-entries.ts';
import { MAX_QUEUED, rangeInvalid, tooManyExports } from '../problems.ts';
import { AuditExport, CreateAuditExportRequest } from '../schema.ts';
import { countQueuedExports, insertExport } from '../store/exports.ts';

export const createAuditExport = operation({
  id: 'createAuditExport',
  method: 'POST',
  route: '/ext/v1/audit_log_exports',
  scope: 'org:read',
  summary: 'Export the audit log as a file',
  description:
    'Entries that are sealed, in the order of the chain, each with its hash and the text that is hashed: ' +
    `CSV, or a JSON object in each line. It is written within moments: up to ${MAX_ENTRIES} entries and ` +
    '60 seconds; `lastNumber` continues where more are left. That it was asked for is in the audit log too.',
  request: { body: CreateAuditExportRequest },
  response: { status: 201, body: AuditExport },
  problems: [rangeInvalid, tooManyExports],
  async handle(context, { body: { format, filters = {}, afterNumber = 0 } }) {
    const { tx, org, now } = context;
    const { from, to, ...others } = filters;
    if (from && to && Temporal.Instant.compare(from, to) > 0) throw rangeInvalid();
    if ((await countQueuedExports(tx, org)) >= MAX_QUEUED) throw tooManyExports();
    const row = await insertExport(tx, org, {
      ...{ id: newId('auditexp', now), format, afterNumber, createdAt: now },
      filters: { ...others, ...(from && { from: from.toString() }), ...(to && { to: to.toString() }) },
    });
    await planExport(context, { kind: EXPORT_ENTRIES, id: row.id });
    return describeExport(context, row);
  },
});
