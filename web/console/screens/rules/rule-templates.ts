import type { LogicVariable } from '../../../parts/logic/condition-fields.tsx';
import { NEW_RULE, type RuleFields } from './rule-form.ts';

export const RULE_TEMPLATES = ['DISCOUNT', 'ALLOWANCE', 'CAP', 'SURCHARGE', 'EMPTY'] as const;
export type RuleTemplate = (typeof RULE_TEMPLATES)[number];

interface Given {
  variables: readonly LogicVariable[];
  targets: readonly LogicVariable[];
  order: string;
}

/** What a rule from a template begins with, on the first card that it fits. */
export function templateFields(template: RuleTemplate, name: string, given: Given): RuleFields {
  const { targets, order } = given;
  const amount = targets.find((each) => each.name.startsWith('revenue.'))?.name ?? 'revenue.rate_card_total';
  const usage = targets.find((each) => each.name.startsWith('usage.'))?.name ?? '';
  const read = (variable: string) => `{"var":${JSON.stringify(variable)}}`;
  const start = { ...NEW_RULE, name, order };
  const update = { actionType: 'UPDATE' };
  switch (template) {
    case 'DISCOUNT':
      return {
        ...{ ...start, isDiscount: true, condition: `{">":[${read('revenue.rate_card_total')},1000]}` },
        computation: `{"*":[${read('revenue.rate_card_total')},0.1]}`,
      };
    case 'ALLOWANCE':
      return {
        ...{ ...start, ...update, target: usage, condition: usage && `{">":[${read(usage)},1000]}` },
        computation: usage && `{"-":[${read(usage)},1000]}`,
      };
    case 'CAP':
      return { ...start, ...update, target: amount, computation: `{"min":[${read(amount)},500]}` };
    case 'SURCHARGE':
      return { ...start, computation: '25' };
    case 'EMPTY':
      return { ...NEW_RULE, order };
    default:
      return template satisfies never;
  }
}
