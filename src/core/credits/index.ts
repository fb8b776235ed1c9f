export { burnDown, type CreditInput, type CreditUse, compareCredits } from './burn-down.ts';
export { isInScope, type PayableLine, payableLines, SCOPE_GROUPS } from './scope.ts';
