export { checkRuleLogic } from './check-logic.ts';
export { findCards, type NamedCard } from './find-cards.ts';
export { CARD_CODES, type CardCode, type RuleAction, type RuleInput } from './rule-input.ts';
export { isVariableName, type RuleTarget, readTarget } from './variable-names.ts';
