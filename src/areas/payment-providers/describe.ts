import type { ConnectionRow, ServingConnection } from './store.ts';

/** Returns the default in wire form; without a connection no provider is called. */
export function describeDefault(row: ConnectionRow | null) {
  if (!row) return { kind: 'OFFLINE' as const };
  const { kind, name, url, behaviour, createdAt, updatedAt } = row;
  return { kind, name, url, behaviour, createdAt, updatedAt };
}

/** Returns one of several connections in wire form. */
export function describeConnection(row: ServingConnection) {
  const { id, isDefault, countries } = row;
  return { id, isDefault, countries, ...describeDefault(row) };
}
