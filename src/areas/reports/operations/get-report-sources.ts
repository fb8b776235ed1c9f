import { operation } from '#platform/http/operation.ts';
import { ReportSources } from '../schema.ts';
import { SOURCES } from '../sources.ts';

export const getReportSources = operation({
  id: 'getReportSources',
  method: 'GET',
  route: '/ext/v1/report_sources',
  scope: 'reports:read',
  summary: 'Get the sources of reports, with their columns',
  response: { status: 200, body: ReportSources },
  problems: [],
  async handle() {
    const sources = SOURCES.map(({ name, columns, timeColumn }) => ({
      name,
      columns: columns.map((column) => ({
        ...{ name: column.name, type: column.type, isMoney: column.isMoney ?? false },
      })),
      hasTime: timeColumn !== null,
    }));
    return { sources };
  },
});
