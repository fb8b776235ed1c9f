import { operation } from '#platform/http/operation.ts';
import { Success } from '#platform/http/schemas.ts';
import { reportTemplateNotFound, templateBuiltIn } from '../problems.ts';
import { lockOwnTemplate, planSchedule } from '../revise-template.ts';
import { TemplateParams } from '../schema.ts';
import { updateTemplate } from '../store/templates.ts';

export const deleteReportTemplate = operation({
  id: 'deleteReportTemplate',
  method: 'DELETE',
  route: '/ext/v1/report_templates/{report_template_id}',
  scope: 'reports:write',
  summary: 'Archive a report template',
  description: 'Ends its schedule; existing reports stay.',
  request: { params: TemplateParams },
  response: { status: 200, body: Success },
  problems: [reportTemplateNotFound, templateBuiltIn],
  deletes: 'report_template',
  async handle(context, { params }) {
    const { tx, org, now } = context;
    const { id, status } = await lockOwnTemplate(tx, org, params.report_template_id);
    if (status === 'ARCHIVED') return { success: true };
    const planned = await planSchedule(context, { id, frequency: null });
    await updateTemplate(tx, org, { id, set: { status: 'ARCHIVED', ...planned, updatedAt: now } });
    return { success: true };
  },
});
