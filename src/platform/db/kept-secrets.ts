import type { MasterKey } from '../master-key.ts';
import { sealing } from '../sealing.ts';

/**
 * How a key of the deployment is kept. Without a master key, as it is. With one, the data key is wrapped by
 * it, and all others are sealed by the data key: whoever changes the master key wraps one key anew.
 */
export const DATA_KEY = 'sealing';

export interface WrappedKey {
  keyId: string;
  text: string;
}

const WRAPPED = /^wrapped:([0-9a-f]{16}):(.+)$/;
const SEALED = 'sealed:';
/** Keys of the deployment belong to no organization; ids of those begin with 1. */
const DEPLOYMENT = 0;

export function wrapped(dataKey: string, key: MasterKey): string {
  return `wrapped:${key.id}:${key.wrap(dataKey)}`;
}

/** Null for one that is kept in plain, or missing. */
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

/** Of a key that is not the data key. */
export function openKept(value: string, { name, dataKey }: Kept): string {
  if (!value.startsWith(SEALED)) return value;
  return sealing(dataKey).open(value.slice(SEALED.length), { orgId: DEPLOYMENT, id: name }).toString();
}

export function keptPlain(value: string): boolean {
  return !value.startsWith(SEALED) && openWrapped(value) === null;
}
