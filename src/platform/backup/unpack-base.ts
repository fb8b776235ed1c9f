import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { createTarDecoder } from 'modern-tar';
import { decrypt } from './encryption.ts';
import { BackupFault } from './faults.ts';
import type { Part } from './parts.ts';
import { readParts } from './parts.ts';
import type { BackupTarget } from './target.ts';

/** What `storeStream` stored, checked, and decrypted unless that is not encrypted. */
export async function openStream(
  parts: readonly Part[],
  { target, identities }: { target: BackupTarget; identities: readonly string[] | null },
): Promise<Readable> {
  const sealed = Readable.from(readParts(target, parts));
  const decompressed = createZstdDecompress();
  const decrypted = identities ? await decrypt(identities, sealed) : sealed;
  // The reader gets the error, also that of a part.
  pipeline(decrypted, decompressed).catch((error) => decompressed.destroy(error));
  sealed.on('error', (error) => decompressed.destroy(error));
  return decompressed;
}

const SAFE = /^(?!.*(?:^|\/)\.\.?(?:\/|$))[A-Za-z0-9_.-]+(?:\/[A-Za-z0-9_.-]+)*\/?$/;

/** Writes the files of an archive into an empty folder, closed to other users. */
export async function unpack(tar: Readable, folder: string): Promise<void> {
  const entries = Readable.toWeb(tar).pipeThrough(
    createTarDecoder() as never,
  ) as unknown as AsyncIterable<Entry>;
  const made = new Set<string>();
  const makeFolder = async (path: string) => {
    if (!made.has(path)) await mkdir(path, { recursive: true, mode: 0o700 });
    made.add(path);
  };
  for await (const { header, body } of entries) {
    if (!SAFE.test(header.name))
      throw new BackupFault(`The backup names a file ${header.name.slice(0, 100)}.`);
    const path = join(folder, header.name);
    if (header.type === 'directory') {
      await makeFolder(path);
      for await (const _ of body);
      continue;
    }
    await makeFolder(dirname(path));
    await writeNew(path, body);
  }
}

interface Entry {
  header: { name: string; type?: string };
  body: AsyncIterable<Uint8Array>;
}

/** Not flushed: the server flushes the whole cluster before it replays the log. */
async function writeNew(path: string, body: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of body) await file.write(chunk);
  } finally {
    await file.close();
  }
}
