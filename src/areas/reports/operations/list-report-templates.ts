import { operation } from '#platform/http/operation.ts';
import { describeBuiltIn, describeTemplate } from '../describe.ts';
import { ReportTemplatePage } from '../schema.ts';
import { listTemplates, templateList } from '../store/templates.ts';
import { BUILT_IN } from '../templates.ts';

export const listReportTemplates = operation({
  id: 'listReportTemplates',
  method: 'GET',
  route: '/ext/v1/report_templates',
  scope: 'reports:read',
  summary: 'List report templates',
  description: 'The templates of the organization, page by page; each page also contains the built-in ones.',
  response: { status: 200, body: ReportTemplatePage },
  list: templateList,
  async handle({ tx, org }, { page }) {
    const { rows, nextToken } = await listTemplates(tx, org, page);
    return { data: rows.map(describeTemplate), nextToken, builtIn: BUILT_IN.map(describeBuiltIn) };
  },
});
