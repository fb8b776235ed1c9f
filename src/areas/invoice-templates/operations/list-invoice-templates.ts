import { operation } from '#platform/http/operation.ts';
import { describeTemplate } from '../describe-template.ts';
import { InvoiceTemplatePage } from '../schema.ts';
import { listTemplates, templateList } from '../store.ts';

export const listInvoiceTemplates = operation({
  id: 'listInvoiceTemplates',
  method: 'GET',
  route: '/ext/v1/invoice_templates',
  scope: 'settings:read',
  summary: 'List invoice templates',
  response: { status: 200, body: InvoiceTemplatePage },
  list: templateList,
  async handle({ tx, org }, { page }) {
    const { rows, nextToken } = await listTemplates(tx, org, page);
    return { data: rows.map(describeTemplate), nextToken };
  },
});
