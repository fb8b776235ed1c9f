import { operation } from '#platform/http/operation.ts';
import { addUsage } from '../explanation/add-usage.ts';
import { explainInvoice as explain } from '../explanation/explain-invoice.ts';
import { InvoiceExplanation } from '../explanation/schema.ts';
import { invoiceNotFound } from '../problems.ts';
import { InvoiceParams } from '../schema.ts';
import { readInvoice } from '../views/read-invoice.ts';

export const explainInvoice = operation({
  id: 'explainInvoice',
  method: 'GET',
  route: '/ext/v1/invoices/{invoice_id}/explain',
  scope: 'invoices:read',
  // The lines show all charges to a customer; inputs also contain ids and rules of the organization.
  portal: { mode: 'READ', hides: ['inputs', 'lines.card'] },
  summary: 'Explain every amount of an invoice',
  description:
    'For each line the stored inputs, the computation by tiers with exact amounts, the rounding, and the ' +
    'meter and number of events behind it. The document is recomputed from the inputs and compared with ' +
    'the stored one byte by byte.',
  request: { params: InvoiceParams },
  response: { status: 200, body: InvoiceExplanation },
  problems: [invoiceNotFound],
  async handle({ tx, org, now }, { params }) {
    const row = await readInvoice(tx, org, { id: params.invoice_id, now });
    if (!row) throw invoiceNotFound({ id: params.invoice_id });
    const { lines, ...explanation } = await explain(row);
    const { id: invoiceId, status, currency } = row;
    const used = await addUsage(tx, org, { row, lines, inputs: explanation.inputs });
    return { invoiceId, status, currency, ...explanation, lines: used };
  },
});
