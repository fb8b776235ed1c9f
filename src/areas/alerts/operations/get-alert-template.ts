import { operation } from '#platform/http/operation.ts';
import { describeTemplate } from '../describe-alert.ts';
import { alertTemplateNotFound } from '../problems.ts';
import { AlertTemplate, AlertTemplateParams } from '../schema.ts';
import { findTemplate } from '../templates.ts';

export const getAlertTemplate = operation({
  id: 'getAlertTemplate',
  method: 'GET',
  route: '/alert_templates/{alert_template_id}',
  scope: 'alerts:read',
  summary: 'Get an alert template',
  request: { params: AlertTemplateParams },
  response: { status: 200, body: AlertTemplate },
  problems: [alertTemplateNotFound],
  handle: async (_, { params }) => {
    const template = findTemplate(params.alert_template_id);
    if (!template) throw alertTemplateNotFound({ id: params.alert_template_id });
    return describeTemplate(template);
  },
});
