import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { BackupFault } from './faults.ts';
import type { BackupTarget } from './target.ts';

/** A piece of an encrypted stream, small enough for one request and for memory. */
export interface Part {
  key: string;
  sizeBytes: number;
  /** Hex, of the encrypted bytes. */
  sha256: string;
}

export function sizeOf(parts: readonly Part[]): number {
  return parts.reduce((sum, part) => sum + part.sizeBytes, 0);
}

const PART_BYTES = 32 * 2 ** 20;

/** Stores a stream as parts `<prefix>-000001`, …; holds one part in memory at a time. */
export async function writeParts(
  target: BackupTarget,
  { prefix, stream, partBytes = PART_BYTES }: { prefix: string; stream: Readable; partBytes?: number },
): Promise<Part[]> {
  const parts: Part[] = [];
  const buffer = Buffer.allocUnsafe(partBytes);
  let filled = 0;
  const store = async () => {
    const bytes = buffer.subarray(0, filled);
    const key = `${prefix}-${String(parts.length + 1).padStart(6, '0')}`;
    await target.put(key, bytes);
    parts.push({ key, sizeBytes: filled, sha256: sha256Of(bytes) });
    filled = 0;
  };
  for await (const chunk of stream as AsyncIterable<Buffer>)
    for (let from = 0; from < chunk.length; ) {
      const copied = chunk.copy(buffer, filled, from);
      filled += copied;
      from += copied;
      if (filled === partBytes) await store();
    }
  if (filled > 0 || parts.length === 0) await store();
  return parts;
}

/** Reads the stream back. Each part is compared with its checksum before any byte of it is used. */
export async function* readParts(target: BackupTarget, parts: readonly Part[]): AsyncGenerator<Buffer> {
  for (const part of parts) yield await readPart(target, part);
}

async function readPart(target: BackupTarget, { key, sizeBytes, sha256 }: Part): Promise<Buffer> {
  const where = `${key} in ${target.name}`;
  const bytes = await readObject(target, key);
  const advice = 'Restore an older backup with --backup ID; npm run backup -- list shows them.';
  if (bytes === null) throw new BackupFault(`A part of the backup is missing: ${where}. ${advice}`);
  if (bytes.length !== sizeBytes)
    throw new BackupFault(
      `A part of the backup was cut short: ${where} has ${bytes.length} instead of ${sizeBytes} bytes. ` +
        advice,
    );
  if (sha256Of(bytes) === sha256) return bytes;
  throw new BackupFault(`A part of the backup was changed: the checksum of ${where} is wrong. ${advice}`);
}

/** Null when there is none. A connection that breaks in the middle is tried again. */
export async function readObject(target: BackupTarget, key: string): Promise<Buffer | null> {
  for (let attempt = 1; ; attempt++)
    try {
      const found = await target.open(key);
      return found && Buffer.concat(await found.stream.toArray());
    } catch (error) {
      if (attempt === TRIES) throw error;
    }
}

const TRIES = 3;

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
