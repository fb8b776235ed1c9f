import { keepLocalFile } from '#areas/files/index.ts';
import { getOrganization } from '#areas/organizations/index.ts';
import { publishEvent } from '#areas/webhooks/index.ts';
import { localDate, startOfDay } from '#core/period-zone.ts';
import { type CsvFile, openCsvFile, type WrittenCsv } from '#platform/csv-file.ts';
import { sqlState } from '#platform/db/database.ts';
import { StorageFault } from '#platform/files/storage.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { type CheckedQuery, checkQuery } from './check-query.ts';
import { DROP_REPORT_FILE, planPiece, RUN_REPORT, WRITE_REPORT } from './planned-work.ts';
import { attempt, lockReport, type ReportRow, updateReport } from './store/reports.ts';
import { readRows } from './store/rows.ts';

const MAX_ATTEMPTS = 3;
const RETRY_MINUTES = 5;
const MAX_MINUTES = 15;
const MAX_SECONDS = 60;
const LIFE_DAYS = 30;
/** The SQLSTATE of a statement that exceeded the time limit. */
const CANCELLED = '57014';

class TooLong extends Error {}

/** A separate piece of work, whose commit makes the status RUNNING visible. */
export async function startReport(context: ScheduledWorkContext, id: string): Promise<void> {
  const { tx, org, now } = context;
  const report = await lockReport(tx, org, id);
  if (report?.status !== 'QUEUED' && report?.status !== 'UPLOAD_PENDING') return;
  const startedAt = report.startedAt ?? now;
  const attempts = report.attempts + 1;
  await updateReport(tx, org, { id, set: { status: 'RUNNING', startedAt, attempts, updatedAt: now } });
  await planPiece(context, { kind: WRITE_REPORT, id });
}

/**
 * Writes the rows to a file and stores it, or counts a failed attempt. A failed attempt leaves nothing
 * behind: a report has its complete file or none.
 */
export async function writeReport(context: ScheduledWorkContext, id: string): Promise<void> {
  const { tx, org } = context;
  const report = await lockReport(tx, org, id);
  if (report?.status !== 'RUNNING') return;
  const query = checkQuery(report.queryInput, {
    ...{ accountId: report.accountId, hasRange: report.startAt !== null },
  });
  if (Array.isArray(query)) return fail(context, report, query.join('; '));
  const csv = await openCsvFile(
    query.selects.map(({ header, expression }) => ({ header, isNumeric: expression.type === 'NUMBER' })),
  );
  try {
    const outcome = await attempt(tx, async () => {
      const written = await write(context, report, { csv, query });
      return complete(context, report, written);
    });
    if ('error' in outcome) await retry(context, report, outcome.error);
  } finally {
    await csv.dispose();
  }
}

async function write(
  { tx, org, now }: ScheduledWorkContext,
  report: ReportRow,
  { csv, query }: { csv: CsvFile; query: CheckedQuery },
): Promise<WrittenCsv> {
  const { timezone } = await getOrganization(tx, org);
  const { accountId, startAt, endAt } = report;
  const range = startAt && endAt ? { startAt, endAt } : null;
  const until = performance.now() + MAX_SECONDS * 1000;
  for await (const rows of readRows(tx, { org, now, timeZone: timezone, query, accountId, range })) {
    await csv.write(rows);
    // The database limits a single statement; this limits all of them together.
    if (performance.now() > until) throw new TooLong();
  }
  return csv.end();
}

async function complete(
  context: ScheduledWorkContext,
  report: ReportRow,
  written: WrittenCsv,
): Promise<void> {
  const { tx, org, now } = context;
  const fileUntil = now.add({ hours: 24 * LIFE_DAYS });
  const { timezone } = await getOrganization(tx, org);
  const name = fileName(report, timezone);
  const fileId = await keepLocalFile(context, {
    ...{ kind: 'REPORT', ownerId: report.id, name, contentType: 'text/csv; charset=utf-8' },
    ...{ ...written, now },
  });
  await updateReport(tx, org, {
    id: report.id,
    set: { status: 'COMPLETED', fileId, fileUntil, rowCount: written.rows, updatedAt: now },
  });
  publishEvent(tx, org, {
    type: 'report.generated',
    id: report.id,
    now,
    previous: { status: report.status },
  });
  await planPiece(context, { kind: DROP_REPORT_FILE, id: fileId, dueAt: fileUntil });
}

/** `usage_2030-01-01_2030-02-01.csv` by local days, or the UTC time if the range is not of whole days. */
function fileName({ name, startAt, endAt, createdAt }: ReportRow, timeZone: string): string {
  const print = (at: Temporal.Instant) => {
    const day = localDate(at, timeZone);
    return startOfDay(day, timeZone).equals(at) ? day.toString() : at.toString().replaceAll(':', '-');
  };
  return `${name}_${[startAt ?? createdAt, ...(endAt ? [endAt] : [])].map(print).join('_')}.csv`;
}

/** Retries some minutes later, with at most three attempts in a quarter of an hour. */
async function retry(context: ScheduledWorkContext, report: ReportRow, error: unknown): Promise<void> {
  const { tx, org, now } = context;
  const dueAt = now.add({ minutes: RETRY_MINUTES });
  const latest = (report.startedAt ?? now).add({ minutes: MAX_MINUTES });
  const isLast = report.attempts >= MAX_ATTEMPTS || Temporal.Instant.compare(dueAt, latest) > 0;
  const failureCause = (error instanceof Error ? error.message : String(error)).slice(0, 2000);
  await updateReport(tx, org, { id: report.id, set: { failureCause } });
  if (isLast) return fail(context, report, reasonOf(error));
  const status = error instanceof StorageFault ? 'UPLOAD_PENDING' : 'QUEUED';
  await updateReport(tx, org, { id: report.id, set: { status, updatedAt: now } });
  await planPiece(context, { kind: RUN_REPORT, id: report.id, dueAt });
}

/** The reason for the caller; details of statements and storage are for the operator. */
function reasonOf(error: unknown): string {
  if (error instanceof StorageFault) return 'the file could not be stored; request the report again';
  if (sqlState(error) === CANCELLED || error instanceof TooLong)
    return `the report takes over ${MAX_SECONDS} seconds; select fewer rows or a shorter period`;
  return 'the rows could not be read because of an internal error; request the report again';
}

async function fail(
  { tx, org, now }: ScheduledWorkContext,
  { id, status }: ReportRow,
  why: string,
): Promise<void> {
  const failure = why.slice(0, 500);
  await updateReport(tx, org, { id, set: { status: 'FAILED', failure, updatedAt: now } });
  publishEvent(tx, org, { type: 'report.failed', id, now, previous: { status } });
}
