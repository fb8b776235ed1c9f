import { Type } from 'typebox';
import { CreatePricingRule, InvoiceTiming, MAX_RULES } from '#areas/pricing-rules/index.ts';
import { Closed, Enum, ExactNumber, List, Nullable, Text } from '#platform/http/schemas.ts';
import { LOG_TYPES, RuleChange, RuleValues } from '../rule-log-schema.ts';
import { INVOICE_STATUSES } from '../schema.ts';

const pricingRules = List(CreatePricingRule, {
  maxItems: MAX_RULES,
  description: 'The complete list, as updatePricePlanPricingRules takes it',
});

export const PreviewRulesRequest = Closed(
  { invoiceId: Text(1, 50), pricingRules },
  { component: 'PreviewPricingRulesRequest' },
);

const Step = Closed(
  {
    name: Type.String(),
    order: Type.Integer(),
    type: Enum(LOG_TYPES),
    condition: Type.Optional(Type.String()),
    computation: Type.String(),
    variables: RuleValues,
    changes: RuleChange,
    words: Type.Array(Type.String(), { description: 'The evaluation in sentences' }),
  },
  { component: 'PricingRuleStep' },
);

export const RulesPreview = Closed(
  {
    invoiceId: Type.String(),
    status: Enum(INVOICE_STATUSES),
    currency: Type.String(),
    timing: InvoiceTiming,
    totalBefore: ExactNumber({ description: 'The total of the invoice as it is' }),
    totalAfter: ExactNumber({ description: 'The total with the sent rules in place of its own' }),
    steps: Type.Array(Step, { description: 'One for each rule of the timing, in the order of evaluation' }),
    otherRules: Type.Integer({
      description: 'Sent rules of the other timing, which this invoice never reads',
    }),
    hasOwnRules: Type.Boolean({
      description: 'Whether the account has its own prices and rules, so that rules of the plan do not apply',
    }),
  },
  { component: 'PricingRulesPreview' },
);

export const EstimateRulesRequest = Closed(
  { pricePlanId: Text(1, 50), pricingRules },
  { component: 'EstimatePricingRulesRequest' },
);

export const DRAFT_RESULTS = ['CHANGED', 'UNCHANGED', 'FAILED', 'OWN_RULES'] as const;

const SampledDraft = Closed(
  {
    invoiceId: Type.String(),
    accountId: Type.String(),
    accountName: Nullable(Type.String()),
    planVersion: Nullable(Type.Integer()),
    currency: Type.String(),
    result: Enum(DRAFT_RESULTS, {
      description:
        'FAILED: a rule cannot be computed, so the draft would wait for a review. OWN_RULES: its account ' +
        'has its own prices and rules',
    }),
    totalBefore: ExactNumber(),
    totalAfter: ExactNumber(),
  },
  { component: 'SampledDraft' },
);

export const RulesEstimate = Closed(
  {
    drafts: Type.Integer({ description: 'Drafts of the plan, counted up to 1000' }),
    isMore: Type.Boolean({ description: 'Whether there are more than were counted' }),
    sample: Type.Array(SampledDraft, {
      description: 'At most 50 of them, the oldest first',
    }),
  },
  { component: 'PricingRulesEstimate' },
);
