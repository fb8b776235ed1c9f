import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { BackupFault } from './faults.ts';

/** Encrypts for all recipients; throws for a text that is none. */
export interface Encryption {
  encrypt(plain: Readable): Promise<Readable>;
}

/** The format of age (age-encryption.org), which its own tool and others read, too. */
export function encryptionFor(recipients: readonly string[]): Encryption {
  const encrypter = new Encrypter();
  for (const recipient of recipients)
    try {
      encrypter.addRecipient(recipient);
    } catch {
      throw new BackupFault(`BACKUP_RECIPIENT ${recipient} is mistyped: its checksum is wrong.`);
    }
  return {
    encrypt: async (plain) => fromWeb(await encrypter.encrypt(Readable.toWeb(plain) as never)),
  };
}

/** Throws a `BackupFault` when no identity fits, or when the content was changed. */
export async function decrypt(identities: readonly string[], sealed: Readable): Promise<Readable> {
  const decrypter = new Decrypter();
  for (const identity of identities)
    try {
      decrypter.addIdentity(identity);
    } catch {
      throw new BackupFault('BACKUP_IDENTITY is mistyped: its checksum is wrong.');
    }
  try {
    return fromWeb(await decrypter.decrypt(Readable.toWeb(sealed) as never));
  } catch (error) {
    if (!/no identity matched/.test(String(error))) throw error;
    throw new BackupFault(
      'BACKUP_IDENTITY is not a key of this backup. Set BACKUP_IDENTITY or BACKUP_IDENTITY_FILE to the ' +
        'identity that belongs to one of its recipients.',
    );
  }
}

export async function makeKeys(): Promise<{ identity: string; recipient: string }> {
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

/** The configured recipients, or else those of the identities. */
export function recipientsOf(keys: {
  recipients: readonly string[];
  identities: readonly string[];
}): Promise<string[]> {
  if (keys.recipients.length > 0) return Promise.resolve([...keys.recipients]);
  return Promise.all(keys.identities.map((identity) => identityToRecipient(identity)));
}

function fromWeb(stream: unknown): Readable {
  return Readable.fromWeb(stream as ReadableStream);
}
