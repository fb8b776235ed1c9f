import { operation } from '#platform/http/operation.ts';
import { describeBuiltIn, describeTemplate } from '../describe.ts';
import { reportTemplateNotFound } from '../problems.ts';
import { ReportTemplate, TemplateParams } from '../schema.ts';
import { findTemplate } from '../store/templates.ts';
import { findBuiltIn } from '../templates.ts';

export const getReportTemplate = operation({
  id: 'getReportTemplate',
  method: 'GET',
  route: '/ext/v1/report_templates/{report_template_id}',
  scope: 'reports:read',
  summary: 'Get a report template',
  request: { params: TemplateParams },
  response: { status: 200, body: ReportTemplate },
  problems: [reportTemplateNotFound],
  async handle({ tx, org }, { params }) {
    const id = params.report_template_id;
    const builtIn = findBuiltIn(id);
    if (builtIn) return describeBuiltIn(builtIn);
    const row = await findTemplate(tx, org, id);
    if (!row) throw reportTemplateNotFound({ id });
    return describeTemplate(row);
  },
});
