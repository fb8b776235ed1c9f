import { operation } from '#platform/http/operation.ts';
import { describeTemplate } from '../describe-alert.ts';
import { listTemplatePage, templateList } from '../list-template-page.ts';
import { AlertTemplatePage } from '../schema.ts';

export const listAlertTemplates = operation({
  id: 'listAlertTemplates',
  method: 'GET',
  route: '/alert_templates',
  scope: 'alerts:read',
  summary: 'List alert templates',
  response: { status: 200, body: AlertTemplatePage },
  list: templateList,
  handle: async (_, { page }) => {
    const { rows, nextToken } = listTemplatePage(page);
    return { data: rows.map(describeTemplate), nextToken };
  },
});
