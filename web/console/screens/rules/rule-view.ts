import type { PlanPricingRule, PricingRuleStep, SampledDraft } from '../../../api/generated/types.ts';
import { wholeOf } from '../../../format/decimals.ts';
import { looksOf } from '../../../ui/look.ts';

export const ruleState = looksOf<PlanPricingRule['state'], 'state'>(
  {
    IN_FORCE: { tone: 'good' },
    NEW: { tone: 'info', shape: 'dashed' },
    CHANGED: { tone: 'warn', shape: 'dashed' },
    REMOVED: { tone: 'neutral', shape: 'struck' },
  },
  'state',
);

export const stepLook = looksOf<PricingRuleStep['type'], 'step'>(
  {
    CONDITION_TRUE: { tone: 'good' },
    CONDITION_FALSE: { tone: 'neutral' },
    CONDITION_ERROR: { tone: 'bad' },
    COMPUTATION_ERROR: { tone: 'bad' },
  },
  'step',
);

export const draftLook = looksOf<SampledDraft['result'], 'draft'>(
  {
    CHANGED: { tone: 'info' },
    UNCHANGED: { tone: 'neutral' },
    FAILED: { tone: 'bad' },
    OWN_RULES: { tone: 'warn', shape: 'dashed' },
  },
  'draft',
);

export interface RuleProblem {
  /** The place of the rule in the sent list. */
  index: number;
  field: 'condition' | 'computation' | 'order' | 'target' | null;
  sentence: string;
}

/** A message of the service about rules: sentences after the paths of their members. */
export function readRuleProblems(message: string): RuleProblem[] {
  return message.split('; ').flatMap((part) => {
    const [, index, member = '', sentence] = /^pricingRules\[(\d+)\]\.([\w.]+): (.*)$/s.exec(part) ?? [];
    if (index === undefined || sentence === undefined) return [];
    const field = (['condition', 'computation', 'order', 'target'] as const).find((each) =>
      member.endsWith(each),
    );
    const text = sentence.charAt(0).toUpperCase() + sentence.slice(1);
    return { index: wholeOf(index) ?? 0, field: field ?? null, sentence: text };
  });
}

/** How many drafts of a sample have each result. */
export function countResults(sample: readonly SampledDraft[]) {
  const count = (wanted: SampledDraft['result']) => sample.filter(({ result }) => result === wanted).length;
  return { changed: count('CHANGED'), failed: count('FAILED'), own: count('OWN_RULES') };
}
