export { checkRuleLogic } from './check-logic.ts';
export { evaluateRules, type RuleAddition, type RuleOutcome, type RuleUpdate } from './evaluate-rules.ts';
export { findCards } from './find-cards.ts';
export type { RuleCard } from './list-variables.ts';
export { CARD_CODES, type CardCode, type RuleAction, type RuleInput } from './rule-input.ts';
export type { RuleLog } from './rule-log.ts';
export { readTarget } from './variable-names.ts';
