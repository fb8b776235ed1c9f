export { checkBillables } from './check-billables.ts';
export { consumeCredits } from './consume-credits.ts';
export { forfeitCredit, voidCredit } from './forfeit-credit.ts';
export { grantCredits, type NewCredit } from './grant-credits.ts';
export { grantPlanCredits, type PlanCredit } from './grant-plan-credits.ts';
export { lengthenPlanCredits } from './lengthen-plan-credits.ts';
export { CREDITS_CHANGED, EXPIRE_CREDIT, planCreditsChanged } from './plan-changes.ts';
export { billableNotFound, creditNotFound, creditSettled } from './problems.ts';
export { replaceHolds } from './replace-holds.ts';
export { replacePlanCredits, takeBackOwedCredits } from './replace-plan-credits.ts';
export { giveBackCredits, restoreCredits } from './restore-credits.ts';
export { remainingOf } from './rules.ts';
export { CreateCreditRequest } from './schema.ts';
export { type CreditSums, sumActiveCredits } from './store/balance.ts';
export {
  type CreditRow,
  findCredit,
  listActiveCredits,
  listCreditsByKey as findCreditsByKey,
  lockActiveCredits,
  lockCredits,
} from './store/credits.ts';
export { type CreditHold, listHolds } from './store/holds.ts';
export type { CreditUse } from './store/ledger.ts';
export { listRunningBalances } from './store/running-balances.ts';
export { voidOnRequest } from './void-on-request.ts';
