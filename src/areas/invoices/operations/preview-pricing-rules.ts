import { readPricingRules, ruleInvalid } from '#areas/pricing-rules/index.ts';
import { operation } from '#platform/http/operation.ts';
import { invoiceHasNoRules, invoiceNotFound } from '../problems.ts';
import { previewRules } from '../rule-preview/preview-rules.ts';
import { PreviewRulesRequest, RulesPreview } from '../rule-preview/schema.ts';

export const previewPricingRules = operation({
  id: 'previewPricingRules',
  method: 'POST',
  route: '/ext/v1/pricing_rules/preview',
  scope: 'invoices:read',
  summary: 'Evaluate pricing rules on an invoice without saving them',
  description:
    'Computes a draft or an issued invoice with the sent rules in place of its own, by the rule of ' +
    'invoices, and returns each step: the values that it read, its result, and the amount before and ' +
    'after. Changes nothing.',
  request: { body: PreviewRulesRequest },
  response: { status: 200, body: RulesPreview },
  problems: [invoiceNotFound, invoiceHasNoRules, ruleInvalid],
  isRead: true,
  async handle({ tx, org, now }, { body }) {
    const rules = await readPricingRules(body.pricingRules, 'pricingRules');
    return previewRules(tx, org, { invoiceId: body.invoiceId, rules, now });
  },
});
