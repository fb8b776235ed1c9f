import type { ExampleRequest } from '../example-requests.ts';
import type { World } from '../example-world.ts';
import type { Client } from '../running-app.ts';

/** A template with every kind of content. */
export const CONTENT = {
  language: 'de',
  labels: { billedTo: 'An' },
  dateFormat: 'DD.MM.YYYY',
  numberFormat: '1.234,56',
  pageSize: 'LETTER',
  colors: { accent: '#8a1c1c' },
  blocks: ['PARTIES', 'FACTS', 'HEADER', 'LINES', 'NOTES', 'PAYMENT_INSTRUCTIONS'],
  columns: ['description', 'amount'],
  texts: {
    title: 'Rechnung {{ invoice.number }}',
    header: '{% if customer.name != "" %}Guten Tag {{ customer.name }},{% endif %}',
    notes: 'Danke.',
    paymentInstructions: 'IBAN {{ settings.organization.USER.iban }}',
    footer: '{{ organization.name }}',
  },
};

/** The smallest image: one red, half-transparent pixel. */
export const PIXEL_PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DQAAAEgQGALFXOsAAAAABJRU5ErkJggg==';

export async function makeTemplate(client: Client, name: string, content: object = CONTENT): Promise<string> {
  return (await client.must.post('/ext/v1/invoice_templates', { name, content })).id;
}

/** Two templates without printed invoices. */
export async function keepInvoiceTemplates(client: Client): Promise<Record<string, string>> {
  await makeTemplate(client, 'Plain', {});
  return { invoice_template_id: await makeTemplate(client, 'House') };
}

export const invoiceTemplateExamples: Record<string, (world: World) => ExampleRequest> = {
  listInvoiceTemplates: () => ({ query: 'status=ACTIVE' }),
  createInvoiceTemplate: () => ({ body: { name: 'House', content: CONTENT } }),
  getInvoiceTemplate: () => ({ query: 'version=1' }),
  updateInvoiceTemplate: () => ({ body: { name: 'House 2', content: CONTENT } }),
  archiveInvoiceTemplate: () => ({}),
  uploadInvoiceLogo: () => ({ body: { content: PIXEL_PNG } }),
  previewInvoiceTemplate: ({ ids }) => ({
    body: { invoiceId: ids.invoice_id, templateId: ids.invoice_template_id },
  }),
};
