import { operation } from '#platform/http/operation.ts';
import { describeTemplate } from '../describe-template.ts';
import { getTemplate } from '../get-template.ts';
import { templateNotFound, templateVersionNotFound } from '../problems.ts';
import { GetTemplateQuery, InvoiceTemplate, TemplateParams } from '../schema.ts';
import { findVersion } from '../store.ts';

export const getInvoiceTemplate = operation({
  id: 'getInvoiceTemplate',
  method: 'GET',
  route: '/ext/v1/invoice_templates/{invoice_template_id}',
  scope: 'settings:read',
  summary: 'Get an invoice template',
  request: { params: TemplateParams, query: GetTemplateQuery },
  response: { status: 200, body: InvoiceTemplate },
  problems: [templateNotFound, templateVersionNotFound],
  async handle({ tx, org }, { params, query }) {
    const template = await getTemplate(tx, org, params.invoice_template_id);
    const { id } = template;
    const version = query.version ?? template.version;
    if (version === template.version) return describeTemplate(template);
    const content = await findVersion(tx, org, { id, version });
    if (!content) throw templateVersionNotFound({ id, version });
    return describeTemplate({ ...template, version, content });
  },
});
