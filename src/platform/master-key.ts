import { decrypt, deriveKey, encrypt } from './sealing.ts';

/** A key that is kept outside the database and wraps the key that secrets in it are sealed with. */
export interface MasterKey {
  /** Tells it from others, and nothing about it. */
  readonly id: string;
  wrap(dataKey: string): string;
  /** Throws for what another key has wrapped. */
  unwrap(wrapped: string): string;
}

export interface MasterKeys {
  readonly current: MasterKey | null;
  /** The one of a rotation that is under way; it opens what is wrapped by it already. */
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
