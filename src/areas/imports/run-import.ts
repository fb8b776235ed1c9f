import type { Readable } from 'node:stream';
import { findKeptFile } from '#areas/files/index.ts';
import { readClock, realNow } from '#platform/db/clock.ts';
import type { Database, Tx } from '#platform/db/database.ts';
import { runDry } from '#platform/db/dry-run.ts';
import { databaseProblem } from '#platform/db/failures.ts';
import type { Deployment } from '#platform/deployment.ts';
import { type GrownFile, openGrowingFile } from '#platform/growing-file.ts';
import { baseUrlOf } from '#platform/http/addressing.ts';
import type { Org } from '#platform/http/operation.ts';
import type { Logger } from '#platform/http/server.ts';
import { endComplete, ImportFault } from './end-import.ts';
import { KINDS } from './kinds.ts';
import { countRows, type FileRow, readRows } from './read-rows.ts';
import { findImport, type ImportRow, lockLeased, updateImport } from './store/imports.ts';
import { insertResults } from './store/rows.ts';
import type { Verdict } from './take-rows.ts';

/** An import that this process runs until its lease expires. */
export interface Running {
  database: Database;
  deployment: Deployment;
  logger: Logger;
  org: Org;
  id: string;
  lease: string;
  /** Stops it between two transactions; another process continues. */
  signal: AbortSignal;
}

/** Longer than a transaction takes, which renews the lease. */
export const LEASE = { seconds: 90 } as const;

/**
 * Imports the remaining rows. Raises `ImportFault` for a malformed file, before importing any of its rows.
 */
export async function runImport(running: Running): Promise<void> {
  const { database, org, id } = running;
  const row = await database.transaction({ orgId: org.orgId, access: 'read' }, (tx) =>
    findImport(tx, org, id),
  );
  if (!row) return;
  const local = await openGrowingFile();
  try {
    const { path } = await fetchFile(running, row, local);
    const isCounted = row.totalRows !== null || (await noteCount(running, await countRows(path, row)));
    const isWhole = isCounted && (await takeRows(running, row, path));
    if (isWhole) await endComplete(running);
  } finally {
    await local.dispose();
  }
}

/** Downloads to local disk, so that no connection to the storage stays open while the database works. */
async function fetchFile(
  { database, deployment, org }: Running,
  { fileId }: ImportRow,
  local: Awaited<ReturnType<typeof openGrowingFile>>,
): Promise<GrownFile> {
  const file = await database.transaction({ orgId: org.orgId, access: 'read' }, (tx) =>
    findKeptFile(tx, org, fileId),
  );
  const stored = file && (await deployment.files.open(file.storageKey));
  if (!stored)
    throw new ImportFault('the file was deleted, because uploads are kept for 7 days; upload it again');
  for await (const chunk of stored.stream as Readable) await local.append(chunk as Buffer);
  const fetched = await local.end();
  if (fetched.sha256 !== file?.sha256)
    throw new Error(`the stored bytes of upload ${fileId} do not match its checksum`);
  return fetched;
}

/** A file that is malformed anywhere is not imported at all. False if another process has the import. */
async function noteCount({ database, org, id, lease }: Running, totalRows: number): Promise<boolean> {
  return database.transaction({ orgId: org.orgId, access: 'write' }, async (tx) => {
    if (!(await lockLeased(tx, org, { id, lease }))) return false;
    const nextAttemptAt = realNow().add(LEASE);
    await updateImport(tx, org, { id, set: { totalRows, nextAttemptAt } });
    return true;
  });
}

/** False if another process continues the import. */
async function takeRows(running: Running, row: ImportRow, path: string): Promise<boolean> {
  const { together } = KINDS[row.type];
  let waiting: FileRow[] = [];
  const take = async () => {
    const rows = waiting;
    waiting = [];
    return rows.length === 0 || takeTogether(running, row, rows);
  };
  for await (const each of readRows(path, row)) {
    if (each.place <= row.takenRows) continue;
    waiting.push(each);
    if (waiting.length === together && !(await take())) return false;
  }
  return take();
}

/**
 * In one transaction; if that fails for a reason other than a row, each row in its own, so that one does not
 * block others.
 */
async function takeTogether(running: Running, row: ImportRow, rows: readonly FileRow[]): Promise<boolean> {
  if (running.signal.aborted) return giveBack(running);
  try {
    return await takeInTransaction(running, row, rows);
  } catch (error) {
    if (databaseProblem(error)?.status === 503) throw error;
    running.logger.warn(
      { err: error, org: running.org.id, import: row.id },
      'importing the rows of a failed batch one by one',
    );
  }
  for (const each of rows) if (!(await takeAlone(running, row, each))) return false;
  return true;
}

async function takeAlone(running: Running, row: ImportRow, each: FileRow): Promise<boolean> {
  try {
    return await takeInTransaction(running, row, [each]);
  } catch (error) {
    if (databaseProblem(error)?.status === 503) throw error;
    running.logger.error(
      { err: error, org: running.org.id, import: row.id, line: each.line },
      'a row could not be imported',
    );
    const known =
      databaseProblem(error)?.message ??
      'the row could not be imported because of an internal error; the log of the service has the ' +
        'details';
    return takeInTransaction(running, row, [{ ...each, body: null, error: known }]);
  }
}

/**
 * The effects of rows, their results and the progress of the import commit together, under the lock of the
 * import: so no row is imported twice or skipped, wherever a process dies.
 */
function takeInTransaction(
  { database, deployment, org, lease }: Running,
  { id, isDryRun, requestedBy }: ImportRow,
  rows: readonly FileRow[],
): Promise<boolean> {
  return database.transaction({ orgId: org.orgId, access: 'write', actor: requestedBy }, async (tx) => {
    const row = await lockLeased(tx, org, { id, lease });
    if (row?.takenRows !== (rows[0]?.place ?? 0) - 1) return false;
    const processed = () => processRow({ tx, org, deployment }, row, rows);
    const verdicts = isDryRun ? await runDry(tx, processed) : await processed();
    const results = rows.map(({ place, line }, index) => {
      const { id: entityId, status, error } = verdicts[index] as Verdict;
      return { place, line, entityId, status, error };
    });
    // step: rows of an import are made
    await insertResults(tx, org, { importId: id, results });
    const count = (status: Verdict['status']) => results.filter((each) => each.status === status).length;
    const set = {
      takenRows: row.takenRows + rows.length,
      createdRows: row.createdRows + count('CREATED'),
      unchangedRows: row.unchangedRows + count('UNCHANGED'),
      failedRows: row.failedRows + count('FAILED'),
    };
    const updatedAt = await readClock(tx, org);
    const nextAttemptAt = realNow().add(LEASE);
    await updateImport(tx, org, { id, set: { ...set, attempts: 0, nextAttemptAt, updatedAt } });
    // step: rows of an import are noted
    return true;
  });
}

async function processRow(
  { tx, org, deployment }: { tx: Tx; org: Org; deployment: Deployment },
  { type, requestedBy }: ImportRow,
  rows: readonly FileRow[],
): Promise<Verdict[]> {
  const now = await readClock(tx, org);
  const actor = {
    ...{ org, credentialId: requestedBy.id, scopes: new Set([KINDS[type].scope]) },
    ...{ keyRotation: 0, token: null, expiresAt: null, portal: null },
  };
  const requestId = requestedBy.requestId ?? '';
  const baseUrl = baseUrlOf(null, deployment.publicUrl);
  const context = { tx, org, now, actor, requestId, baseUrl, deployment };
  const bodies = rows.flatMap(({ body }) => body ?? []);
  const taken = (await KINDS[type].take(context, bodies))[Symbol.iterator]();
  return rows.map(({ body, error }) =>
    body === null ? { id: null, status: 'FAILED', error } : (taken.next().value as Verdict),
  );
}

/** The process is shutting down: another one continues at once. */
async function giveBack({ database, org, id, lease }: Running): Promise<false> {
  await database.transaction({ orgId: org.orgId, access: 'write' }, async (tx) => {
    if (!(await lockLeased(tx, org, { id, lease }))) return;
    await updateImport(tx, org, { id, set: { lease: null, nextAttemptAt: realNow() } });
  });
  return false;
}
