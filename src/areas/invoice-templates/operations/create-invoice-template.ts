import { operation } from '#platform/http/operation.ts';
import { newId } from '#platform/ids.ts';
import { WORKER_PROBLEMS } from '#platform/workers/pool.ts';
import { describeTemplate } from '../describe-template.ts';
import { checkOneContent, requireContent } from '../get-template.ts';
import { templateInvalid } from '../problems.ts';
import { CreateTemplateRequest, InvoiceTemplate } from '../schema.ts';
import { insertTemplate } from '../store.ts';

export const createInvoiceTemplate = operation({
  id: 'createInvoiceTemplate',
  method: 'POST',
  route: '/ext/v1/invoice_templates',
  scope: 'settings:write',
  summary: 'Create an invoice template',
  description: 'The setting INVOICE_TEMPLATE_ID assigns it to an organization, account or invoice group.',
  request: { body: CreateTemplateRequest },
  response: { status: 201, body: InvoiceTemplate },
  problems: [templateInvalid, ...WORKER_PROBLEMS],
  prepare: (context, { body }) => checkOneContent(context, body.content),
  async handle({ tx, org, now }, { body }, fault) {
    const { name, content } = body;
    await requireContent(tx, org, { content, fault });
    const id = newId('itpl', now);
    return describeTemplate(
      await insertTemplate(tx, org, { id, name, content, createdAt: now, updatedAt: now }),
    );
  },
});
