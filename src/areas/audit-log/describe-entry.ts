import { keepNumberSource } from '#platform/http/exact-json.ts';
import type { AuditEntry } from './schema.ts';
import type { EntryRow } from './store/entries.ts';

export function describeEntry(row: EntryRow): AuditEntry {
  const {
    actorType,
    actorId,
    actorContact,
    actorAddress,
    actorName,
    approvalId,
    approverId,
    approverName,
    number,
    previousHash,
    hash,
    erasedHash,
    before,
    after,
    requestId,
    operationId,
    ...entry
  } = row;
  return {
    ...(entry as Pick<AuditEntry, 'at' | 'writtenAt' | 'entityType' | 'entityId' | 'action'>),
    ...(requestId !== null && { requestId }),
    ...(operationId !== null && { operationId }),
    id: String(entry.id),
    actor: {
      ...{ type: actorType, id: actorId },
      ...(actorContact !== null && { contact: actorContact }),
      ...(actorName !== null && { name: actorName }),
      ...(actorAddress !== null && { address: actorAddress }),
    },
    ...(approvalId !== null && {
      approver: { id: approverId ?? '', name: approverName ?? '', approvalId },
    }),
    ...(before !== null && { before: readMembers(before) }),
    ...(after !== null && { after: readMembers(after) }),
    isSealed: number !== null,
    ...(number !== null && { number }),
    ...(previousHash && { previousHash: previousHash.toString('hex') }),
    ...(hash && { hash: hash.toString('hex') }),
    ...(erasedHash && { erasedHash: erasedHash.toString('hex') }),
  };
}

/** Columns by their wire names. Numbers keep all digits: an amount is never a double. */
function readMembers(text: string): object {
  const members = Object.entries(JSON.parse(text, keepNumberSource) as Record<string, unknown>);
  return Object.fromEntries(
    members.map(([name, value]) => [
      name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );
}
