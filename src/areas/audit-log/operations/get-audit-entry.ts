import { operation } from '#platform/http/operation.ts';
import { describeEntry } from '../describe-entry.ts';
import { auditEntryNotFound } from '../problems.ts';
import { AuditEntryParams, AuditEntryWithText } from '../schema.ts';
import { findEntry } from '../store/entries.ts';

/** Integers that a double can represent. */
const ENTRY_ID = /^[1-9]\d{0,14}$/;

export const getAuditEntry = operation({
  id: 'getAuditEntry',
  method: 'GET',
  route: '/ext/v1/audit_log/{audit_entry_id}',
  scope: 'org:read',
  summary: 'Get an entry of the audit log',
  description: 'Includes the canonical text whose hash is the seal, so that anyone can verify the chain.',
  request: { params: AuditEntryParams },
  response: { status: 200, body: AuditEntryWithText },
  problems: [auditEntryNotFound],
  async handle({ tx, org }, { params: { audit_entry_id: id } }) {
    const row = ENTRY_ID.test(id) ? await findEntry(tx, org, Number(id)) : null;
    if (!row) throw auditEntryNotFound({ id });
    return { ...describeEntry(row), sealedText: row.sealedText };
  },
});
