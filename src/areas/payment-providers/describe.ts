import type { ConnectionRow } from './store.ts';

/** As it is on the wire; without a connection nobody is asked. */
export function describeProvider(row: ConnectionRow | null) {
  if (!row) return { kind: 'OFFLINE' as const };
  const { kind, name, url, behaviour, createdAt, updatedAt } = row;
  return { kind, name, url, behaviour, createdAt, updatedAt };
}
