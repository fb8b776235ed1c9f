export {
  CreatePricePlanDetailsOverride,
  cardLists,
  type SentCards,
} from './card-lists-schema.ts';
export { requireBillable } from './check-version.ts';
export { describeDetails } from './describe-plan.ts';
export { CONTENT_PROBLEMS } from './problems.ts';
export { type ReplacedCards, replaceCards } from './replace-cards.ts';
export { PricePlanDetails } from './schema.ts';
