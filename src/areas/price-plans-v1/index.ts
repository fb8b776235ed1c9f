export {
  CreatePricePlanDetailsOverride,
  cardLists,
  type SentCards,
} from './card-lists-schema.ts';
export { requireBillable } from './check-version.ts';
export { type DetailFacts, describeDetails } from './describe-plan.ts';
export { CONTENT_PROBLEMS } from './problems.ts';
export { type ReplacedCards, replaceCards } from './replace-cards.ts';
export { CreatePricePlanDetails, PricePlanDetails } from './schema.ts';
