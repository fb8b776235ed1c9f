import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { type Mentioned, mentions } from '#platform/db/mentions.ts';
import type { Org } from '#platform/http/operation.ts';

/**
 * Deletes reports whose query mentions a person, including running ones, and clears the failure text of
 * others. Returns the deleted reports, and the ids of those others.
 */
export async function deleteMentioningReports(
  tx: Tx,
  org: Org,
  { texts }: Pick<Mentioned, 'texts'>,
): Promise<{ removed: { id: string; fileId: string | null }[]; failed: string[] }> {
  const isAbout = (text: ReturnType<typeof sql>) => mentions(text, { texts, ids: [] });
  const { rows: failed } = await sql<{ id: string }>`
    update reports set failure = case when failure is not null then '[erased]' end, failure_cause = null
    where org_id = ${org.orgId}
      and ${isAbout(sql`coalesce(failure, '') || ' ' || coalesce(failure_cause, '')`)}
    returning id`.execute(tx);
  const { rows } = await sql<{ id: string; fileId: string | null }>`
    delete from reports where org_id = ${org.orgId} and ${isAbout(sql`name || ' ' || query_input::text`)}
    returning id, file_id`.execute(tx);
  return { removed: rows, failed: failed.map(({ id }) => id) };
}

/** Existing files of reports of these accounts. */
export async function listFilesOfAccounts(
  tx: Tx,
  org: Org,
  accountIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select f.id from reports r join files f on f.org_id = r.org_id and f.id = r.file_id
    where r.org_id = ${org.orgId} and r.account_id = any(${[...accountIds]})`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Ends the links to the file of a report. */
export async function endReportFile(
  tx: Tx,
  org: Org,
  { fileId, now }: { fileId: string; now: Temporal.Instant },
): Promise<void> {
  await sql`
    update reports set file_until = ${now}, updated_at = ${now}, row_version = row_version + 1
    where org_id = ${org.orgId} and file_id = ${fileId} and file_until > ${now}`.execute(tx);
}
