import { operation } from '#platform/http/operation.ts';
import { describeTemplate } from '../describe.ts';
import { queryInvalid, reportTemplateNotFound, templateArchived, templateBuiltIn } from '../problems.ts';
import { lockOwnTemplate, planSchedule, requireQuery } from '../revise-template.ts';
import { ReportTemplate, TemplateParams, UpdateTemplateRequest } from '../schema.ts';
import { updateTemplate } from '../store/templates.ts';

export const updateReportTemplate = operation({
  id: 'updateReportTemplate',
  method: 'PATCH',
  route: '/ext/v1/report_templates/{report_template_id}',
  scope: 'reports:write',
  summary: 'Change a report template',
  description: 'Existing reports keep their query. A schedule of null ends it.',
  request: { params: TemplateParams, body: UpdateTemplateRequest, isBodyOptional: true },
  response: { status: 200, body: ReportTemplate },
  problems: [reportTemplateNotFound, templateBuiltIn, templateArchived, queryInvalid],
  async handle(context, { params, body }) {
    const { tx, org, now } = context;
    const template = await lockOwnTemplate(tx, org, params.report_template_id);
    const { id } = template;
    if (template.status === 'ARCHIVED') throw templateArchived({ id });
    const { name, queryInput, schedule } = body ?? {};
    if (queryInput) requireQuery(queryInput);
    const frequency = schedule?.frequency ?? null;
    const isMoved = schedule !== undefined && frequency !== template.frequency;
    const set = {
      ...(name !== undefined && { name }),
      ...(queryInput && { queryInput }),
      ...(isMoved && (await planSchedule(context, { id, frequency }))),
      updatedAt: now,
    };
    return describeTemplate(await updateTemplate(tx, org, { id, set }));
  },
});
