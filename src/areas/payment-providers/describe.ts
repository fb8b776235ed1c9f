import type { ConnectionRow, ServingConnection } from './store.ts';

/** The default as it is on the wire; without a connection nobody is asked. */
export function describeDefault(row: ConnectionRow | null) {
  if (!row) return { kind: 'OFFLINE' as const };
  const { kind, name, url, behaviour, createdAt, updatedAt } = row;
  return { kind, name, url, behaviour, createdAt, updatedAt };
}

/** One of several as it is on the wire. */
export function describeConnection(row: ServingConnection) {
  const { id, isDefault, countries } = row;
  return { id, isDefault, countries, ...describeDefault(row) };
}
