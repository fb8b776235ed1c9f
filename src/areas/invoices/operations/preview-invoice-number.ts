import { settingInvalid } from '#areas/settings/index.ts';
import { numberingProblem, readNumbering } from '#core/invoice-number.ts';
import { operation } from '#platform/http/operation.ts';
import { previewNumbers } from '../lifecycle/preview-number.ts';
import { NumberPreview, PreviewNumberRequest } from '../schema-numbering.ts';

export const previewInvoiceNumber = operation({
  id: 'previewInvoiceNumber',
  method: 'POST',
  route: '/ext/v1/organization/invoice_number_preview',
  scope: 'settings:read',
  summary: 'Preview the next invoice numbers',
  description:
    'Returns the numbers that the next two invoices of the organization would get with a value of the ' +
    'setting INVOICE_SEQUENCE, after the numbers that are already given. Nothing is stored, and no number ' +
    'is used. CUSTOMER stands in the place of the id of a customer.',
  isRead: true,
  request: { body: PreviewNumberRequest },
  response: { status: 200, body: NumberPreview },
  problems: [settingInvalid],
  async handle({ tx, org, now }, { body: { numbering: text } }) {
    const rule = problemOf(text);
    if (rule !== null) throw settingInvalid({ at: 'numbering', rule });
    const [next, second] = await previewNumbers(tx, org, { numbering: readNumbering(text), now });
    return { next, second };
  },
});

function problemOf(text: string): string | null {
  try {
    return numberingProblem(JSON.parse(text));
  } catch {
    return 'must be JSON';
  }
}
