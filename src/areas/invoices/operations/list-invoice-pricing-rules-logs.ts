import { operation } from '#platform/http/operation.ts';
import { invoiceNotFound } from '../problems.ts';
import { PricingRulesLogPage } from '../rule-log-schema.ts';
import { describeRuleLogs } from '../rules.ts';
import { InvoiceParams } from '../schema.ts';
import { readInvoice } from '../views/read-invoice.ts';

export const listInvoicePricingRulesLogs = operation({
  id: 'listInvoicePricingRulesLogs',
  method: 'GET',
  route: '/invoice/{invoice_id}/pricing_rules_logs',
  scope: 'invoices:read',
  summary: 'List the effects of the pricing rules on an invoice',
  description:
    'One entry for each rule, in the order of evaluation, from the computation that the invoice shows; a ' +
    'draft is recomputed. A rule with an error changed nothing and prevents the issue of the draft. The ' +
    'list is complete.',
  request: { params: InvoiceParams },
  response: { status: 200, body: PricingRulesLogPage },
  problems: [invoiceNotFound],
  async handle({ tx, org, now }, { params }) {
    const row = await readInvoice(tx, org, { id: params.invoice_id, now });
    if (!row) throw invoiceNotFound({ id: params.invoice_id });
    return { data: await describeRuleLogs(row) };
  },
});
