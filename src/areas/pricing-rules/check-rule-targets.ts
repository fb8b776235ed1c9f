import { findCards, readTarget } from '#core/pricing-rules/index.ts';
import type { NewRule } from './read-pricing-rules.ts';

/** A possible target of rules, with the facts for checking them. */
export interface TargetCard {
  type: string;
  billableId: string;
  name: string;
  invoiceTiming: string;
  tag: string | null;
}

/** Rules that target something the cards do not have, with reasons. */
export function checkRuleTargets(
  rules: readonly Pick<NewRule, 'name' | 'invoiceTiming' | 'action'>[],
  cards: readonly TargetCard[],
): { ruleName: string; message: string }[] {
  return rules.flatMap((rule) => {
    const message = targetProblem(rule, cards);
    return message === null ? [] : [{ ruleName: rule.name, message }];
  });
}

function targetProblem(
  { invoiceTiming, action }: Pick<NewRule, 'invoiceTiming' | 'action'>,
  cards: readonly TargetCard[],
): string | null {
  const { target } = action;
  if (action.type !== 'UPDATE' || target === undefined) return null;
  const read = readTarget(target);
  if ('error' in read) return `target ${target}: ${read.error}`;
  const named = findCards(cards, read);
  const visible = named.filter((card) => card.invoiceTiming === invoiceTiming);
  if (named.length === 0) return `target ${target}: the plan has no such rate card`;
  if (visible.length === 0) return `target ${target}: its rate card is not invoiced ${invoiceTiming}`;
  return visible.length > 1 ? `target ${target}: matches several rate cards; use the name of one` : null;
}
