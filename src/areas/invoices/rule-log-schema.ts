import { Type } from 'typebox';
import { Closed, Enum, ExactNumber } from '#platform/http/schemas.ts';

export const LOG_TYPES = [
  'CONDITION_TRUE',
  'CONDITION_FALSE',
  'CONDITION_ERROR',
  'COMPUTATION_ERROR',
] as const;

export const RuleChange = Closed(
  {
    key: Type.String({ description: 'The target, or revenue.rule.<id> of an addition' }),
    keyName: Type.Optional(Type.String()),
    oldRevenue: ExactNumber(),
    newRevenue: ExactNumber(),
    oldUsage: Type.Optional(ExactNumber()),
    newUsage: Type.Optional(ExactNumber()),
    errorMessage: Type.Optional(Type.String()),
  },
  { component: 'PricingRuleChange' },
);

const Value = Closed(
  { name: Type.Optional(Type.String()), value: Type.Optional(Type.String()) },
  { component: 'PricingRuleValue' },
);

export const RuleValues = Type.Unsafe<Record<string, { name: string; value: string }>>({
  type: 'object',
  additionalProperties: Value,
  description:
    'The values that the logic read before the rule changed anything; 0 for items that are not on the ' +
    'invoice',
});

const PricingRulesLog = Closed(
  {
    id: Type.String(),
    type: Type.Optional(Enum(LOG_TYPES)),
    order: Type.Integer(),
    changes: RuleChange,
    rule: Type.Optional(
      Closed({
        id: Type.String(),
        name: Type.Optional(Type.String()),
        condition: Type.Optional(Type.String()),
        computation: Type.Optional(Type.String()),
      }),
    ),
    variablesValue: Type.Optional(RuleValues),
  },
  { component: 'PricingRulesLog' },
);

export const PricingRulesLogPage = Closed(
  { data: Type.Array(PricingRulesLog) },
  { component: 'PricingRulesLogPage' },
);
