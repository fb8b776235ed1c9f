import type { Mentioned } from '#platform/db/mentions.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { DROP_REPORT_FILE, planPiece } from './planned-work.ts';
import { deleteMentioningReports, endReportFile, listFilesOfAccounts } from './store/erased.ts';

/**
 * Deletes reports whose query mentions a person, and schedules the deletion of their files and of those of
 * reports of the person's accounts. The sweep of files finds reports that merely show the person. Returns the
 * ids of the changed rows.
 */
export async function eraseReports(
  context: Pick<ScheduledWorkContext, 'tx' | 'org' | 'now'>,
  { texts, accountIds }: Pick<Mentioned, 'texts'> & { accountIds: readonly string[] },
): Promise<string[]> {
  const { tx, org, now } = context;
  const { removed, failed } = await deleteMentioningReports(tx, org, { texts });
  const ofAccounts = await listFilesOfAccounts(tx, org, accountIds);
  for (const fileId of ofAccounts) await endReportFile(tx, org, { fileId, now });
  for (const id of [...removed.flatMap(({ fileId }) => fileId ?? []), ...ofAccounts])
    await planPiece(context, { kind: DROP_REPORT_FILE, id });
  return [...removed.map(({ id }) => id), ...failed];
}
