import { randomBytes } from 'node:crypto';
import { basename, join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import { createTarPacker } from 'modern-tar';
import { type BackupSession, startBackupSession } from '../db/backup-session.ts';
import { withClient } from '../db/client.ts';
import type { Connection } from '../db/servers.ts';
import { type Packer, packBytes, packCluster, packFile } from './cluster-tar.ts';
import type { Encryption } from './encryption.ts';
import type { BackedUpDatabase } from './manifest.ts';
import { segmentName, segmentNumber, stampOf } from './names.ts';
import { type Part, writeParts } from './parts.ts';
import type { BackupTarget } from './target.ts';

export interface BaseRequest {
  id: string;
  target: BackupTarget;
  encryption: Encryption;
  connection: Connection;
  /** The folder of the embedded database. */
  clusterPath: string;
  /** Files of the data directory that belong to it. */
  beside: readonly string[];
}

export interface Base {
  database: Omit<BackedUpDatabase, 'masterKeyId'>;
  finishedAt: Temporal.Instant;
}

/** Names sort by time. */
export function newBackupId(now: Temporal.Instant): string {
  return `${stampOf(now)}-${randomBytes(3).toString('hex')}`;
}

/** Copies the running cluster, with the part of its log that makes the copy consistent. */
export function takeBase(request: BaseRequest): Promise<Base> {
  const { id, target, encryption, connection } = request;
  return withClient(connection, async (client) => {
    const session = await startBackupSession(client, `tallymark_${id}`);
    const { readable, controller } = createTarPacker();
    const filling = fill(controller, session, request);
    filling.catch((error) => controller.error(error));
    const sum = { bytes: 0 };
    const plain = Readable.from(counted(Readable.fromWeb(readable as never), sum));
    const parts = await storeStream(target, { prefix: `bases/${id}/base`, encryption, plain });
    const { stopLsn, finishedAt } = await filling;
    const { systemIdentifier, postgres, timeline, startLsn } = session;
    const known = { systemIdentifier, postgres, timeline, startLsn, stopLsn };
    return { finishedAt, database: { ...known, sizeBytes: sum.bytes, parts } };
  });
}

async function fill(pack: Packer, session: BackupSession, { clusterPath, beside }: BaseRequest) {
  for (const path of beside) await packFile(pack, path, basename(path));
  await packCluster(pack, clusterPath);
  const { label, stopLsn, finishedAt } = await session.stop();
  await packBytes(pack, 'pg/backup_label', Buffer.from(label));
  const { timeline, startLsn } = session;
  for (const name of segmentsBetween({ timeline, startLsn, stopLsn }))
    await packFile(pack, join(clusterPath, 'pg_wal', name), `pg/pg_wal/${name}`);
  pack.finalize();
  return { stopLsn, finishedAt };
}

async function* counted(stream: Readable, sum: { bytes: number }): AsyncGenerator<Buffer> {
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    sum.bytes += chunk.length;
    yield chunk;
  }
}

/** Compresses, encrypts if it is told how, and stores a stream in parts. */
export async function storeStream(
  target: BackupTarget,
  { prefix, encryption, plain }: { prefix: string; encryption: Encryption | null; plain: Readable },
): Promise<Part[]> {
  const compressed = new PassThrough();
  const compressing = pipeline(plain, createZstdCompress(), compressed);
  compressing.catch((error) => compressed.destroy(error));
  const stream = encryption ? await encryption.encrypt(compressed) : compressed;
  const parts = await writeParts(target, { prefix, stream });
  await compressing;
  return parts;
}

/** The files that contain the log from one position to the other. */
export function segmentsBetween(range: { timeline: number; startLsn: string; stopLsn: string }): string[] {
  const first = segmentNumber(range.startLsn);
  // The position of the end is that of the next byte.
  const last = Math.max(first, segmentNumber(range.stopLsn) - (isAtBoundary(range.stopLsn) ? 1 : 0));
  return Array.from({ length: last - first + 1 }, (_, index) => segmentName(range.timeline, first + index));
}

function isAtBoundary(lsn: string): boolean {
  return /\/[0-9A-F]{0,2}0{6}$/i.test(lsn);
}
