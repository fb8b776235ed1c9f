import { operation } from '#platform/http/operation.ts';
import { WORKER_PROBLEMS } from '#platform/workers/pool.ts';
import { describeTemplate } from '../describe-template.ts';
import { checkOneContent, getTemplate, lockedTemplate, requireContent } from '../get-template.ts';
import { templateArchived, templateInvalid, templateNotFound } from '../problems.ts';
import { InvoiceTemplate, TemplateParams, UpdateTemplateRequest } from '../schema.ts';
import { insertVersion, updateTemplate } from '../store.ts';

export const updateInvoiceTemplate = operation({
  id: 'updateInvoiceTemplate',
  method: 'PATCH',
  route: '/ext/v1/invoice_templates/{invoice_template_id}',
  scope: 'settings:write',
  summary: 'Update an invoice template',
  description: 'New content replaces the previous one as its next version. Issued invoices keep theirs.',
  request: { params: TemplateParams, body: UpdateTemplateRequest, isBodyOptional: true },
  response: { status: 200, body: InvoiceTemplate },
  problems: [templateNotFound, templateArchived, templateInvalid, ...WORKER_PROBLEMS],
  prepare: (context, { body }) => checkOneContent(context, body?.content),
  async handle({ tx, org, now }, { params, body }, fault) {
    const template = await lockedTemplate(tx, org, params.invoice_template_id);
    const { id } = template;
    if (template.status === 'ARCHIVED') throw templateArchived({ id });
    const { name, content } = body ?? {};
    if (content) await requireContent(tx, org, { content, fault });
    const version = template.version + (content ? 1 : 0);
    if (content) await insertVersion(tx, org, { id, version, content, now });
    await updateTemplate(tx, org, { id, set: { ...(name && { name }), version, updatedAt: now } });
    return describeTemplate(await getTemplate(tx, org, id));
  },
});
