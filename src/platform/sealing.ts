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
  const master = Buffer.from(deploymentKey, 'base64');
  const keyOf = (orgId: number) => Buffer.from(hkdfSync('sha256', master, '', `organization ${orgId}`, 32));
  return {
    seal: (secret, { orgId, id }) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', keyOf(orgId), nonce).setAAD(Buffer.from(id));
      const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
    },
    open: (sealed, { orgId, id }) => {
      const bytes = Buffer.from(sealed, 'base64');
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const cipher = createDecipheriv('aes-256-gcm', keyOf(orgId), nonce).setAAD(Buffer.from(id));
      cipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([cipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), cipher.final()]);
    },
  };
}
