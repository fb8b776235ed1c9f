import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Keeps secrets that have to be read again: sealed, they are worth nothing outside the deployment. */
export interface Sealing {
  /** `place` names what the secret belongs to; it opens nowhere else. */
  seal(secret: Buffer, place: { orgId: number; id: string }): string;
  open(sealed: string, place: { orgId: number; id: string }): Buffer;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM with a key of its own for each organization, derived from the deployment's. */
export function sealing(deploymentKey: string): Sealing {
  const dataKey = Buffer.from(deploymentKey, 'base64');
  const keyOf = (orgId: number) => deriveKey(dataKey, `organization ${orgId}`);
  return {
    seal: (secret, { orgId, id }) => encrypt(keyOf(orgId), { bytes: secret, name: id }).toString('base64'),
    open: (sealed, { orgId, id }) =>
      decrypt(keyOf(orgId), { bytes: Buffer.from(sealed, 'base64'), name: id }),
  };
}

/** A key for one purpose; nothing of the one that it comes from can be told from it. */
export function deriveKey(from: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', from, '', purpose, 32));
}

/** What decrypts under the same key and name alone: nonce, tag, text. */
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
