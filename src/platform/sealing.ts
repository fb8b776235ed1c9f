import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts secrets that have to be readable again: sealed, they are useless outside the deployment. */
export interface Sealing {
  /** `place` identifies the owner of the secret; it can only be opened for the same place. */
  seal(secret: Buffer, owner: { orgId: number; id: string }): string;
  open(sealed: string, owner: { orgId: number; id: string }): Buffer;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM with a separate key for each organization, derived from the deployment's. */
export function sealing(deploymentKey: string): Sealing {
  const dataKey = Buffer.from(deploymentKey, 'base64');
  const keyOf = (orgId: number) => deriveKey(dataKey, `organization ${orgId}`);
  return {
    seal: (secret, { orgId, id }) => encrypt(keyOf(orgId), { bytes: secret, name: id }).toString('base64'),
    open: (sealed, { orgId, id }) =>
      decrypt(keyOf(orgId), { bytes: Buffer.from(sealed, 'base64'), name: id }),
  };
}

/** Derives a key for one purpose; it reveals nothing about the original key. */
export function deriveKey(from: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', from, '', purpose, 32));
}

/** Encrypts for decryption with the same key and name only: nonce, tag, text. */
export function encrypt(key: Buffer, { bytes, name }: { bytes: Buffer; name: string }): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(name));
  const encrypted = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
}

/** Throws for another key, another name and changed bytes. */
export function decrypt(key: Buffer, { bytes, name }: { bytes: Buffer; name: string }): Buffer {
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const cipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(name));
  cipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([cipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), cipher.final()]);
}
