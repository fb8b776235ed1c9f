import type { AuditEntry } from '../api/generated/types.ts';
import { type Column, text } from '../ui/data-table/columns.tsx';
import { looksOf } from '../ui/look.ts';
import { knownName, type Reference } from './record-names/known-names.ts';

export const auditAction = looksOf<AuditEntry['action'], 'action'>(
  { CREATED: { tone: 'good' }, UPDATED: { tone: 'info' }, DELETED: { tone: 'bad' } },
  'action',
);

type Actor = AuditEntry['actor'];

/** A person or an API key by name, a portal token by its contact, and the service by what it did. */
export function actorColumn<Row extends { actor: Actor }>(): Column<Row> {
  const refersTo = ({ actor }: Row) => keyOf(actor);
  const nameFor = (row: Row, say: (key: string) => string) => {
    const key = refersTo(row);
    if (row.actor.type === 'SYSTEM') return `${say('actor.SYSTEM')} · ${row.actor.id}`;
    return (key && knownName(key)) ?? actorName(row.actor);
  };
  return { ...text<Row>('actor', nameFor, { place: 'title' }), refersTo };
}

/** An API key by its id. */
export function actorName({ contact, name, id }: Actor): string {
  return contact ?? name ?? id;
}

/** The API key that acted, also by an access token. */
export function keyOf({ type, id }: Actor): Reference | null {
  return type === 'API_KEY' || type === 'ACCESS_TOKEN' ? { kind: 'apiKeys', id } : null;
}

/** Members that changed, by name; of a new or a deleted record, none. */
export function changedMembers({ action, before, after }: AuditEntry): string[] {
  if (action !== 'UPDATED') return [];
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names].filter((name) => !BOOKKEEPING.has(name)).sort();
}

/** They change with every update. */
const BOOKKEEPING: ReadonlySet<string> = new Set(['updated_at', 'row_version']);
