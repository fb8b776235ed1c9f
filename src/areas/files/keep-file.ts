import { createHash } from 'node:crypto';
import type { Tx } from '#platform/db/database.ts';
import type { Deployment } from '#platform/deployment.ts';
import type { Org } from '#platform/http/operation.ts';
import { newId } from '#platform/ids.ts';
import { insertFile } from './store.ts';
import type { FilesTable } from './tables.ts';

export interface NewFile {
  kind: FilesTable['kind'];
  ownerId: string;
  name: string;
  contentType: string;
  bytes: Uint8Array;
  now: Temporal.Instant;
}

/**
 * Stores the bytes, then the row: a row never points at nothing. Bytes whose transaction fails are only
 * unused.
 */
export async function keepFile(
  context: { tx: Tx; org: Org; deployment: Deployment },
  file: NewFile,
): Promise<string> {
  const { tx, org, deployment } = context;
  const id = newId('file', file.now);
  const storageKey = `org/${org.orgId}/${file.kind.toLowerCase()}/${id}`;
  await deployment.files.put(storageKey, file.bytes);
  await insertFile(tx, {
    orgId: org.orgId,
    id,
    kind: file.kind,
    ownerId: file.ownerId,
    name: file.name,
    contentType: file.contentType,
    sizeBytes: file.bytes.byteLength,
    sha256: createHash('sha256').update(file.bytes).digest('hex'),
    storageKey,
    createdAt: file.now,
  });
  return id;
}
