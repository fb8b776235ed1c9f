import { findNamingSetting } from '#areas/settings/index.ts';
import { operation } from '#platform/http/operation.ts';
import { describeTemplate } from '../describe-template.ts';
import { getTemplate, lockedTemplate } from '../get-template.ts';
import { templateInUse, templateNotFound } from '../problems.ts';
import { InvoiceTemplate, TemplateParams } from '../schema.ts';
import { updateTemplate } from '../store.ts';

export const archiveInvoiceTemplate = operation({
  id: 'archiveInvoiceTemplate',
  method: 'DELETE',
  route: '/ext/v1/invoice_templates/{invoice_template_id}',
  scope: 'settings:write',
  summary: 'Archive an invoice template',
  description: 'Issued invoices keep it. Rejected while the template is in use.',
  request: { params: TemplateParams },
  response: { status: 200, body: InvoiceTemplate },
  problems: [templateNotFound, templateInUse],
  deletes: 'invoice_template',
  async handle({ tx, org, now }, { params }) {
    const template = await lockedTemplate(tx, org, params.invoice_template_id);
    const { id } = template;
    if (template.status === 'ARCHIVED') return describeTemplate(template);
    // A concurrent setting that names the template locks the row: it is seen here, or it finds the template
    // archived.
    const user = await findNamingSetting(tx, org, { id: 'INVOICE_TEMPLATE_ID', value: id });
    if (user) throw templateInUse({ id, ...user });
    await updateTemplate(tx, org, { id, set: { status: 'ARCHIVED', updatedAt: now } });
    return describeTemplate(await getTemplate(tx, org, id));
  },
});
