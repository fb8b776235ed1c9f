import type { CreatePricingRule } from '../../../api/generated/request-types.ts';
import type { PricingRule } from '../../../api/generated/types.ts';
import { wholeOf } from '../../../format/decimals.ts';
import type { Translate } from '../../../messages/catalogs.ts';
import type logicTexts from '../../../messages/en/logic.json';
import type texts from '../../../messages/en/rules.json';
import { compactLogic, logicError, prettyLogic } from '../../../parts/logic/logic-text.ts';
import type { Form, FormErrors } from '../../../ui/use-form.ts';

export type RuleFields = {
  name: string;
  order: string;
  timing: string;
  condition: string;
  computation: string;
  actionType: string;
  target: string;
  id: string;
  description: string;
  isDiscount: boolean;
};

export const NEW_RULE: RuleFields = {
  ...{ name: '', order: '1', timing: 'IN_ARREARS', condition: '', computation: '' },
  ...{ actionType: 'ADD', target: '', id: '', description: '', isDiscount: false },
};

export function fieldsOf({
  name,
  order,
  invoiceTiming,
  condition,
  computation,
  action,
}: PricingRule): RuleFields {
  return {
    ...{ name, order: String(order), timing: invoiceTiming },
    ...{ condition: condition ? prettyLogic(condition) : '', computation: prettyLogic(computation) },
    ...{ actionType: action.type, target: action.target ?? '', id: action.id ?? '' },
    ...{ description: action.description ?? '', isDiscount: action.metadata?.type === 'DISCOUNT' },
  };
}

interface Terms {
  initial: RuleFields;
  /** The other rules of the plan: neither a name nor a place is taken twice. */
  others: readonly PricingRule[];
  /** Metadata of a stored rule, which stays. */
  metadata?: Record<string, string> | undefined;
  say: Translate<keyof typeof texts>;
  logic: Translate<keyof typeof logicTexts>;
}

export function ruleForm(terms: Terms): Form<RuleFields, CreatePricingRule> {
  return {
    initial: terms.initial,
    check: (fields) => checkRule(fields, terms),
    read: (fields) => ruleOf(fields, terms.metadata),
  };
}

export function ruleOf(fields: RuleFields, metadata: Record<string, string> = {}): CreatePricingRule {
  const { type: _, ...kept } = metadata;
  const isKept = metadata.type !== undefined && metadata.type !== 'DISCOUNT';
  const isAdded = fields.actionType === 'ADD';
  const own = {
    ...(isKept ? metadata : kept),
    ...(isAdded && fields.isDiscount && { type: 'DISCOUNT' }),
  };
  return {
    name: fields.name.trim(),
    order: wholeOf(fields.order) ?? 1,
    invoiceTiming: fields.timing === 'IN_ADVANCE' ? 'IN_ADVANCE' : 'IN_ARREARS',
    ...(fields.condition.trim() && { condition: compactLogic(fields.condition) }),
    computation: compactLogic(fields.computation),
    action: {
      type: isAdded ? 'ADD' : 'UPDATE',
      ...(isAdded ? fields.id.trim() && { id: fields.id.trim() } : { target: fields.target.trim() }),
      ...(fields.description.trim() && { description: fields.description.trim() }),
      ...(Object.keys(own).length > 0 && { metadata: own }),
    },
  };
}

function checkRule(fields: RuleFields, { others, say, logic }: Terms): FormErrors<RuleFields> {
  const { name, order, timing, condition, computation, actionType, target } = fields;
  const place = wholeOf(order);
  const before = others.find((each) => each.invoiceTiming === timing && each.order === place);
  const conditionError = condition.trim() === '' ? undefined : logicError(condition, logic);
  const computationError = computation.trim() === '' ? say('resultNeeded') : logicError(computation, logic);
  return {
    ...(name.trim() === '' && { name: say('nameNeeded') }),
    ...(others.some((each) => each.name === name.trim()) && { name: say('nameTaken') }),
    ...(before && { order: say('orderTaken', { name: before.name }) }),
    ...((place === null || place === 0) && { order: say('orderNeeded') }),
    ...(conditionError && { condition: conditionError }),
    ...(computationError && { computation: computationError }),
    ...(actionType === 'UPDATE' && target.trim() === '' && { target: say('targetNeeded') }),
  };
}
