import type { AuditEntry } from '../api/generated/types.ts';
import { looksOf } from '../ui/look.ts';

export const auditAction = looksOf<AuditEntry['action'], 'action'>(
  { CREATED: { tone: 'good' }, UPDATED: { tone: 'info' }, DELETED: { tone: 'bad' } },
  'action',
);

/** A person by name, a portal token by its contact, and a program by its id. */
export function actorName({ contact, name, id }: AuditEntry['actor']): string {
  return contact ?? name ?? id;
}

/** Members that changed, by name; of a new or a deleted record, none. */
export function changedMembers({ action, before, after }: AuditEntry): string[] {
  if (action !== 'UPDATED') return [];
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names].filter((name) => !BOOKKEEPING.has(name)).sort();
}

/** They change with every update. */
const BOOKKEEPING: ReadonlySet<string> = new Set(['updated_at', 'row_version']);
