import { decrypt, deriveKey, encrypt } from './sealing.ts';

/** A key kept outside the database. It wraps the data key, which seals the secrets in the database. */
export interface MasterKey {
  /** Identifies the key without revealing anything about it. */
  readonly id: string;
  wrap(dataKey: string): string;
  /** Throws for values that another key wrapped. */
  unwrap(wrapped: string): string;
}

export interface MasterKeys {
  readonly current: MasterKey | null;
  /** The new key of a running rotation; it opens values that it has wrapped already. */
  readonly next: MasterKey | null;
}

export const NO_MASTER_KEYS: MasterKeys = { current: null, next: null };
export const MASTER_KEY_BYTES = 32;

export function masterKey(bytes: Buffer): MasterKey {
  const [key, name] = [deriveKey(bytes, 'wrap data key'), 'data key'];
  return {
    id: deriveKey(bytes, 'id of master key').toString('hex').slice(0, 16),
    wrap: (dataKey) => encrypt(key, { bytes: Buffer.from(dataKey, 'base64'), name }).toString('base64'),
    unwrap: (wrapped) => decrypt(key, { bytes: Buffer.from(wrapped, 'base64'), name }).toString('base64'),
  };
}
