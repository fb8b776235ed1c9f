import { operation } from '#platform/http/operation.ts';
import { newId } from '#platform/ids.ts';
import { describeTemplate } from '../describe.ts';
import { queryInvalid } from '../problems.ts';
import { planSchedule, requireQuery } from '../revise-template.ts';
import { CreateTemplateRequest, ReportTemplate } from '../schema.ts';
import { insertTemplate } from '../store/templates.ts';

export const createReportTemplate = operation({
  id: 'createReportTemplate',
  method: 'POST',
  route: '/ext/v1/report_templates',
  scope: 'reports:write',
  summary: 'Create a report template',
  description: 'With a schedule, the product creates a report for each hour, day or month when it has ended.',
  request: { body: CreateTemplateRequest },
  response: { status: 201, body: ReportTemplate },
  problems: [queryInvalid],
  async handle(context, { body }) {
    const { tx, org, now } = context;
    const { name, queryInput, schedule } = body;
    requireQuery(queryInput);
    const id = newId('rtpl', now);
    const planned = await planSchedule(context, { id, frequency: schedule?.frequency ?? null });
    const dates = { createdAt: now, updatedAt: now };
    return describeTemplate(
      await insertTemplate(tx, org, { id, name, status: 'ACTIVE', queryInput, ...planned, ...dates }),
    );
  },
});
