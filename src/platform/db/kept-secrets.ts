import type { MasterKey } from '../master-key.ts';
import { sealing } from '../sealing.ts';

/**
 * How keys of the deployment are stored. Without a master key, in plain text. With one, the master key wraps
 * the data key and the data key seals all others, so that a rotation of the master key rewraps only one key.
 */
export const DATA_KEY = 'sealing';

export interface WrappedKey {
  keyId: string;
  text: string;
}

const WRAPPED = /^wrapped:([0-9a-f]{16}):(.+)$/;
const SEALED = 'sealed:';
/** Keys of the deployment belong to no organization; organization ids begin with 1. */
const DEPLOYMENT = 0;

export function wrapped(dataKey: string, key: MasterKey): string {
  return `wrapped:${key.id}:${key.wrap(dataKey)}`;
}

/** Null for a key that is stored in plain text, or missing. */
export function openWrapped(value: string | undefined): WrappedKey | null {
  const [, keyId, text] = WRAPPED.exec(value ?? '') ?? [];
  return keyId !== undefined && text !== undefined ? { keyId, text } : null;
}

interface Kept {
  name: string;
  dataKey: string;
}

export function sealed(value: string, { name, dataKey }: Kept): string {
  return SEALED + sealing(dataKey).seal(Buffer.from(value), { orgId: DEPLOYMENT, id: name });
}

/** Opens a stored key other than the data key. */
export function openKept(value: string, { name, dataKey }: Kept): string {
  if (!value.startsWith(SEALED)) return value;
  return sealing(dataKey).open(value.slice(SEALED.length), { orgId: DEPLOYMENT, id: name }).toString();
}

export function keptPlain(value: string): boolean {
  return !value.startsWith(SEALED) && openWrapped(value) === null;
}
