import { createHash } from 'node:crypto';
import type { Tx } from '#platform/db/database.ts';
import type { Deployment } from '#platform/deployment.ts';
import type { LocalFile } from '#platform/files/storage.ts';
import type { Org } from '#platform/http/operation.ts';
import { newId, randomBase62 } from '#platform/ids.ts';
import { deletePendingFile, insertFile, insertPendingFile } from './store.ts';
import type { FilesTable } from './tables.ts';

interface NewRow {
  /** Absent: a new id. */
  id?: string;
  kind: FilesTable['kind'];
  ownerId: string;
  name: string;
  contentType: string;
  now: Temporal.Instant;
}

export interface NewFile extends NewRow {
  bytes: Uint8Array;
}

interface Keeping {
  tx: Tx;
  org: Org;
  deployment: Deployment;
}

/**
 * Stores the bytes, then the row, so that no row points to missing bytes. The key is recorded first, so that
 * cleanup finds the bytes of a failed transaction or a killed process (`pending-files.ts`).
 */
export function keepFile(context: Keeping, file: NewFile): Promise<string> {
  const { bytes } = file;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return keep(context, { ...file, sha256, sizeBytes: bytes.byteLength }, (key) =>
    context.deployment.files.put(key, bytes),
  );
}

/** The same for a local file, which may be larger than memory. */
export function keepLocalFile(
  context: Keeping,
  file: NewRow & LocalFile & { sizeBytes: number },
): Promise<string> {
  return keep(context, file, (key) => context.deployment.files.putFile(key, file));
}

async function keep(
  { tx, org, deployment }: Keeping,
  file: NewRow & { sha256: string; sizeBytes: number },
  put: (key: string) => Promise<void>,
): Promise<string> {
  const id = file.id ?? newId('file', file.now);
  // Unique to this transaction: cleanup deletes the bytes of other attempts for the same id without a check.
  const name = file.id === undefined ? id : `${id}.${randomBase62(12)}`;
  const storageKey = `org/${org.orgId}/${file.kind.toLowerCase()}/${name}`;
  await deployment.beside(org, (own) => insertPendingFile(own, org, storageKey));
  await put(storageKey);
  // step: bytes are stored
  await insertFile(tx, {
    orgId: org.orgId,
    id,
    kind: file.kind,
    ownerId: file.ownerId,
    name: file.name,
    contentType: file.contentType,
    sizeBytes: file.sizeBytes,
    sha256: file.sha256,
    storageKey,
    createdAt: file.now,
  });
  if (!(await deletePendingFile(tx, org, storageKey))) throw new Error(`file ${storageKey} was not recorded`);
  return id;
}
