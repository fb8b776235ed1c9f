import { constants, type FileHandle, open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { createTarPacker } from 'modern-tar';
import { nullIfMissing } from '../files/null-if-missing.ts';

export type Packer = ReturnType<typeof createTarPacker>['controller'];

/** Folders whose content belongs to a running server: a restored one begins with empty ones. */
const EMPTIED =
  /^(?:pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\//;
/** Folders of the log that PostgreSQL expects. */
const KEPT_EMPTY = /^pg_wal\/(?:archive_status|summaries)$/;
const LEFT_OUT = new RegExp(
  [
    '(?:^|/)(?:postmaster\\.(?:pid|opts)|pgsql_tmp[^/]*|pg_internal\\.init[^/]*',
    '|(?:backup_label|tablespace_map)(?:\\.old)?|[^/]*\\.new)(?:/|$)',
  ].join(''),
);
/** Copied last, and in one read. */
const CONTROL = 'global/pg_control';
const CHUNK_BYTES = 2 ** 18;

/** Adds the files of a running cluster, between the start and the stop of its backup, as the folder `pg`. */
export async function packCluster(pack: Packer, clusterPath: string): Promise<void> {
  for await (const { name, isDirectory } of walk(clusterPath, '')) {
    if (isDirectory) await addFolder(pack, `pg/${name}`);
    else if (name !== CONTROL) await packFile(pack, join(clusterPath, name), `pg/${name}`);
  }
  await packBytes(pack, `pg/${CONTROL}`, await readSettled(join(clusterPath, CONTROL)));
}

/** Adds a file with the length that it has now; it may shrink or vanish meanwhile. */
export async function packFile(pack: Packer, path: string, name: string): Promise<void> {
  const file = await open(path, constants.O_RDONLY).catch(nullIfMissing);
  if (file === null) return;
  try {
    const { size } = await file.stat();
    const writer = pack.add({ name, size, mode: 0o600, mtime: EPOCH }).getWriter();
    for await (const chunk of readExactly(file, size)) await writer.write(chunk);
    await writer.close();
  } finally {
    await file.close();
  }
}

export async function packBytes(pack: Packer, name: string, bytes: Uint8Array): Promise<void> {
  const writer = pack.add({ name, size: bytes.length, mode: 0o600, mtime: EPOCH }).getWriter();
  await writer.write(new Uint8Array(bytes));
  await writer.close();
}

const EPOCH = new Date(0);

async function addFolder(pack: Packer, name: string): Promise<void> {
  const header = { name: `${name}/`, size: 0, mode: 0o700, mtime: EPOCH, type: 'directory' as const };
  await pack.add(header).close();
}

/**
 * Exactly so many bytes. PostgreSQL may truncate a file at the same time; recovery replays that, whatever is
 * in the place of the missing end.
 */
async function* readExactly(file: FileHandle, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < size; ) {
    const chunk = new Uint8Array(Math.min(CHUNK_BYTES, size - at));
    const { bytesRead } = await file.read(chunk, 0, chunk.length, at);
    yield bytesRead === 0 ? chunk : chunk.subarray(0, bytesRead);
    at += bytesRead === 0 ? chunk.length : bytesRead;
  }
}

async function* walk(root: string, below: string): AsyncGenerator<{ name: string; isDirectory: boolean }> {
  const entries = await readdir(join(root, below), { withFileTypes: true }).catch(nullIfMissing);
  for (const entry of entries ?? []) {
    const name = below === '' ? entry.name : `${below}/${entry.name}`;
    const isLeftOut = LEFT_OUT.test(name) || (EMPTIED.test(name) && !KEPT_EMPTY.test(name));
    if (isLeftOut) continue;
    if (entry.isFile()) yield { name, isDirectory: false };
    if (!entry.isDirectory()) continue;
    yield { name, isDirectory: true };
    yield* walk(root, name);
  }
}

/** The server writes this file in place: read again until two reads agree. */
async function readSettled(path: string): Promise<Buffer> {
  const { size } = await stat(path);
  for (let last = Buffer.alloc(0); ; ) {
    const file = await open(path);
    const { buffer } = await file.read(Buffer.alloc(size), 0, size, 0).finally(() => file.close());
    if (buffer.equals(last)) return buffer;
    last = Buffer.from(buffer);
  }
}
