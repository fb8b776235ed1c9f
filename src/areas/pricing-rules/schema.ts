import { type Static, Type } from 'typebox';
import { Logic } from '#areas/event-schemas/index.ts';
import { Closed, Enum, List, Metadata, Name, Text } from '#platform/http/schemas.ts';

const RULE_TIMINGS = ['IN_ADVANCE', 'IN_ARREARS'] as const;
export const MAX_RULES = 100;
const MAX_INT32 = 2_147_483_647;
const MAX_LOGIC = 10_000;

export const InvoiceTiming = Enum(RULE_TIMINGS, {
  description: 'The rule sees and changes the cards of this timing',
});
const order = Type.Integer({
  ...{ minimum: 1, maximum: MAX_INT32 },
  description: 'Lower ones first; different for all rules of one timing',
});

const Action = Closed(
  {
    type: Enum(['ADD', 'UPDATE'], {
      description: 'ADD puts a line beside the plan; UPDATE sets the amount or the usage of a card',
    }),
    target: Type.Optional(
      Text(0, 200, {
        description: 'Of UPDATE: revenue.<card>.<id> or usage.<card>.<id>; id or name of a card',
      }),
    ),
    id: Type.Optional(
      Text(0, 50, { description: 'Of ADD: later rules read its amount as revenue.rule.<id>' }),
    ),
    description: Type.Optional(
      Text(0, 255, { description: 'Of the line; the name of the rule when absent' }),
    ),
    metadata: Type.Optional(
      Metadata({
        description: 'On the line; type DISCOUNT makes a positive amount of ADD negative',
      }),
    ),
  },
  { component: 'PricingRuleAction' },
);

export const CreatePricingRule = Closed(
  {
    name: Name(1, 255),
    order,
    invoiceTiming: Type.Optional(InvoiceTiming),
    condition: Type.Optional(
      Logic(MAX_LOGIC, { description: 'JSON logic; the rule applies when it is truthy, or absent' }),
    ),
    computation: Logic(MAX_LOGIC, { description: 'JSON logic; a number' }),
    action: Action,
  },
  { component: 'CreatePricingRule' },
);
export type CreatePricingRule = Static<typeof CreatePricingRule>;

export const UpdatePricingRulesRequest = Closed(
  {
    pricingRules: Type.Optional(
      List(CreatePricingRule, {
        maxItems: MAX_RULES,
        description: 'All rules there are to be; default none',
      }),
    ),
  },
  { component: 'UpdatePricingRulesRequest' },
);

export const PricingRule = Closed(
  {
    id: Type.String(),
    name: Type.String(),
    version: Type.Integer({
      description: 'Grows when a rule of the same name is replaced by a different one',
    }),
    invoiceTiming: InvoiceTiming,
    order: Type.Integer(),
    condition: Type.Optional(Type.String()),
    computation: Type.String(),
    action: Action,
  },
  { component: 'PricingRule' },
);

export const PricingRulePage = Closed({ data: Type.Array(PricingRule) }, { component: 'PricingRulePage' });
