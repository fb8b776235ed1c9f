import { newId } from '#platform/ids.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { checkQuery } from './check-query.ts';
import { planPiece, RUN_REPORT } from './planned-work.ts';
import { MAX_CONCURRENT, queryInvalid, tooManyReports } from './problems.ts';
import { countRunning, insertReport, type NewReport, type ReportRow } from './store/reports.ts';

export type ReportTerms = Omit<NewReport, 'id' | 'createdAt' | 'updatedAt'>;

/**
 * Queues a report to be written at once. Raises `queryInvalid`, and `tooManyReports` if the most are already
 * queued or running.
 */
export async function requestReport(
  context: Pick<ScheduledWorkContext, 'tx' | 'org' | 'now'>,
  terms: ReportTerms,
): Promise<ReportRow> {
  const { tx, org, now } = context;
  const { accountId, startAt, queryInput } = terms;
  const checked = checkQuery(queryInput, { accountId, hasRange: startAt !== null });
  if (Array.isArray(checked)) throw queryInvalid({ problems: checked });
  if ((await countRunning(tx, org)) >= MAX_CONCURRENT) throw tooManyReports();
  const row = await insertReport(tx, org, {
    ...terms,
    ...{ id: newId('report', now), createdAt: now, updatedAt: now },
  });
  await planPiece(context, { kind: RUN_REPORT, id: row.id });
  return row;
}
