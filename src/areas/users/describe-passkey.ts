import type { PasskeyRow } from './store/passkeys.ts';

/** The wire shape of a passkey. */
export function describePasskey({ id, name, isSynced, createdAt, lastUsedAt }: PasskeyRow) {
  return { id, name, isSynced, createdAt, ...(lastUsedAt && { lastUsedAt }) };
}
