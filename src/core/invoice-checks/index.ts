import {
  findExpiringCredits,
  findFirstOfVersion,
  findMissingDetails,
  findMissingTaxId,
  findObstacles,
  findOtherWalletCurrency,
  findRemovedOverride,
  findUnusedCredits,
} from './agreement-rules.ts';
import {
  findDuplicates,
  findLinesAtZero,
  findNegativeTotal,
  findRoundedToZero,
  findUnusualAmount,
} from './amount-rules.ts';
import type { CheckedDraft } from './facts.ts';
import { CHECK_LEVELS, CHECK_RULES, type CheckRule, type Finding, type Found } from './rules.ts';
import type { CheckTerms } from './terms.ts';
import { findLateEvents, findQueuedEvents, findRejectedEvents, findUsageGaps } from './usage-rules.ts';

export { describeFinding } from './describe-finding.ts';
export type * from './facts.ts';
export { CHECK_LEVELS, CHECK_RULES, type CheckLevel, type CheckRule, type Finding } from './rules.ts';
export { type CheckTerms, checkTermsProblem, DEFAULT_TERMS, readCheckTerms } from './terms.ts';

/** The most findings of one rule about one draft; a draft with a thousand zero lines is as suspicious. */
const MAX_OF_RULE = 20;

const RULES: Record<CheckRule, (draft: CheckedDraft, terms: CheckTerms) => Found[]> = {
  AMOUNT_UNUSUAL: findUnusualAmount,
  LINE_WENT_TO_ZERO: findLinesAtZero,
  FIRST_INVOICE_OF_PLAN_VERSION: findFirstOfVersion,
  USAGE_GAP: findUsageGaps,
  EVENTS_REJECTED: findRejectedEvents,
  EVENTS_IN_QUEUE: findQueuedEvents,
  LATE_EVENTS: findLateEvents,
  CREDIT_EXPIRES_BEFORE_DUE: findExpiringCredits,
  CREDITS_UNUSED: findUnusedCredits,
  NEGATIVE_TOTAL: findNegativeTotal,
  DETAILS_MISSING: findMissingDetails,
  TAX_ID_MISSING: findMissingTaxId,
  WALLET_CURRENCY_DIFFERS: findOtherWalletCurrency,
  OVERRIDE_REMOVED: findRemovedOverride,
  TOTAL_ROUNDS_TO_ZERO: findRoundedToZero,
  DUPLICATE_OF_MANUAL_INVOICE: findDuplicates,
  CANNOT_BE_ISSUED: findObstacles,
};

/** All findings about a draft, the gravest first, and then in the order of the rules. Pure. */
export function checkDraft(draft: CheckedDraft, terms: CheckTerms): Finding[] {
  const found = CHECK_RULES.flatMap((rule) => {
    const level = terms.levels[rule];
    if (level === 'OFF') return [];
    const ofRule = RULES[rule](draft, terms).slice(0, MAX_OF_RULE);
    return ofRule.map((each): Finding => ({ rule, level, ...each }));
  });
  return found.toSorted((a, b) => CHECK_LEVELS.indexOf(a.level) - CHECK_LEVELS.indexOf(b.level));
}
