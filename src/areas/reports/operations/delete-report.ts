import { cancelScheduledWork } from '#platform/db/scheduled-work.ts';
import { operation } from '#platform/http/operation.ts';
import { Success } from '#platform/http/schemas.ts';
import { DROP_REPORT_FILE, planPiece, RUN_REPORT, WRITE_REPORT } from '../planned-work.ts';
import { reportNotFound } from '../problems.ts';
import { ReportParams } from '../schema.ts';
import { deleteReport as deleteRow, lockReport } from '../store/reports.ts';

export const deleteReport = operation({
  id: 'deleteReport',
  method: 'DELETE',
  route: '/ext/v1/reports/{report_id}',
  scope: 'reports:write',
  summary: 'Delete a report',
  description: 'Also deletes its file. A queued report is not written.',
  request: { params: ReportParams },
  response: { status: 200, body: Success },
  problems: [reportNotFound],
  deletes: 'report',
  async handle(context, { params }) {
    const { tx, org } = context;
    // The same lock order as the work itself: its own row, then the report. Waits for a running one.
    for (const kind of [RUN_REPORT, WRITE_REPORT])
      await cancelScheduledWork(tx, org, { kind, key: params.report_id });
    const report = await lockReport(tx, org, params.report_id);
    if (!report) throw reportNotFound({ id: params.report_id });
    if (report.fileId !== null) await planPiece(context, { kind: DROP_REPORT_FILE, id: report.fileId });
    await deleteRow(tx, org, report.id);
    return { success: true };
  },
});
