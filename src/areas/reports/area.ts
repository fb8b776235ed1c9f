import './tables.ts';
import { dropFile } from '#areas/files/index.ts';
import type { Area } from '#platform/http/area.ts';
import { createReport } from './operations/create-report.ts';
import { createReportTemplate } from './operations/create-report-template.ts';
import { deleteReport } from './operations/delete-report.ts';
import { deleteReportTemplate } from './operations/delete-report-template.ts';
import { getReport } from './operations/get-report.ts';
import { getReportSources } from './operations/get-report-sources.ts';
import { getReportTemplate } from './operations/get-report-template.ts';
import { listReportTemplates } from './operations/list-report-templates.ts';
import { listReports } from './operations/list-reports.ts';
import { previewReport } from './operations/preview-report.ts';
import { updateReportTemplate } from './operations/update-report-template.ts';
import { DROP_REPORT_FILE, RUN_REPORT, RUN_TEMPLATE, WRITE_REPORT } from './planned-work.ts';
import { startReport, writeReport } from './run-report.ts';
import { runTemplate } from './run-template.ts';

export const reports: Area = {
  name: 'reports',
  title: 'Reports',
  resources: { report: { get: getReport, without: ['preSignedUrl'] } },
  operations: [
    listReports,
    createReport,
    previewReport,
    getReport,
    deleteReport,
    getReportSources,
    listReportTemplates,
    createReportTemplate,
    getReportTemplate,
    updateReportTemplate,
    deleteReportTemplate,
  ],
  scheduledWork: [
    { kind: RUN_TEMPLATE, run: (context, { id }) => runTemplate(context, String(id)) },
    { kind: RUN_REPORT, run: (context, { id }) => startReport(context, String(id)) },
    { kind: WRITE_REPORT, run: (context, { id }) => writeReport(context, String(id)) },
    { kind: DROP_REPORT_FILE, run: (context, { id }) => dropFile(context, String(id)) },
  ],
};
