import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { type Mentioned, mentions } from '#platform/db/mentions.ts';
import type { Org } from '#platform/http/operation.ts';

const WHY =
  'the file was erased, because it contained data of a person whose data were erased; upload a file ' +
  'without it';

/**
 * Clears the texts of imports that mention a person. A running import whose request mentions the person ends;
 * one of a file that does ends when the file is erased, and results that a process has already read are not
 * written.
 */
export async function eraseImports(tx: Tx, org: Org, { texts }: Pick<Mentioned, 'texts'>): Promise<void> {
  const isAbout = (text: ReturnType<typeof sql>) => mentions(text, { texts, ids: [] });
  await sql`
    update import_rows set error = '[erased]'
    where org_id = ${org.orgId} and ${isAbout(sql`coalesce(error, '')`)}`.execute(tx);
  await endImports(tx, org, isAbout(sql`coalesce(columns::text, '') || ' ' || defaults::text`));
  await sql`
    update imports set failure = case when failure is not null then '[erased]' end, failure_cause = null
    where org_id = ${org.orgId}
      and ${isAbout(sql`coalesce(failure, '') || ' ' || coalesce(failure_cause, '')`)}`.execute(tx);
}

/** Ends the imports of an erased file; the resources that they created stay. */
export async function endImportsOf(tx: Tx, org: Org, fileId: string): Promise<void> {
  await sql`
    delete from import_rows where org_id = ${org.orgId} and import_id in (
      select id from imports where org_id = ${org.orgId} and file_id = ${fileId})`.execute(tx);
  await sql`
    update imports set status = 'FAILED', failure = ${WHY}, lease = null, next_attempt_at = null
    where org_id = ${org.orgId} and file_id = ${fileId} and next_attempt_at is not null`.execute(tx);
}

/** Ends the links to the results of an import. */
export async function endImportResult(
  tx: Tx,
  org: Org,
  { fileId, now }: { fileId: string; now: Temporal.Instant },
): Promise<void> {
  await sql`
    update imports set result_until = ${now}
    where org_id = ${org.orgId} and result_file_id = ${fileId} and result_until > ${now}`.execute(tx);
}

async function endImports(tx: Tx, org: Org, isAbout: ReturnType<typeof mentions>): Promise<void> {
  await sql`
    delete from import_rows where org_id = ${org.orgId} and import_id in (
      select id from imports where org_id = ${org.orgId} and ${isAbout})`.execute(tx);
  await sql`
    update imports set columns = null, defaults = '{}', lease = null, next_attempt_at = null,
      status = case when next_attempt_at is null then status else 'FAILED' end,
      failure = case when next_attempt_at is null then failure else ${WHY} end
    where org_id = ${org.orgId} and ${isAbout}`.execute(tx);
}
