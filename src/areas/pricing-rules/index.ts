export { checkRuleTargets } from './check-rule-targets.ts';
export { ruleInvalid } from './problems.ts';
export { type NewRule, readPricingRules } from './read-pricing-rules.ts';
export { replacePricingRules } from './replace-pricing-rules.ts';
export { describeRule, toRuleInput } from './rules.ts';
export {
  CreatePricingRule,
  InvoiceTiming,
  MAX_RULES,
  PricingRule,
  PricingRulePage,
  UpdatePricingRulesRequest,
} from './schema.ts';
export {
  copyPricingRules,
  deletePricingRules,
  listManyPricingRules,
  listPricingRules,
  type PricingRuleRow,
} from './store.ts';
