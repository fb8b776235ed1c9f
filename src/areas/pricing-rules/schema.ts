import { type Static, Type } from 'typebox';
import { Logic } from '#areas/event-schemas/index.ts';
import { Closed, Enum, List, Metadata, Name, Text } from '#platform/http/schemas.ts';

const RULE_TIMINGS = ['IN_ADVANCE', 'IN_ARREARS'] as const;
export const MAX_RULES = 100;
const MAX_INT32 = 2_147_483_647;
const MAX_LOGIC = 10_000;

export const InvoiceTiming = Enum(RULE_TIMINGS, {
  description: 'The rule reads and changes cards of this timing',
});
const order = Type.Integer({
  ...{ minimum: 1, maximum: MAX_INT32 },
  description: 'Lower values first; unique among rules of one timing',
});

const Action = Closed(
  {
    type: Enum(['ADD', 'UPDATE'], {
      description: 'ADD adds an invoice line; UPDATE sets the amount or the usage of a card',
    }),
    target: Type.Optional(
      Text(0, 200, {
        description: 'UPDATE: revenue.<card>.<id> or usage.<card>.<id>, with the id or name of a card',
      }),
    ),
    id: Type.Optional(Text(0, 50, { description: 'ADD: later rules read its amount as revenue.rule.<id>' })),
    description: Type.Optional(
      Text(0, 255, { description: 'Name of the line; default: the name of the rule' }),
    ),
    metadata: Type.Optional(
      Metadata({
        description: 'Added to the line; type DISCOUNT makes a positive amount of ADD negative',
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
      Logic(MAX_LOGIC, { description: 'JSON logic; the rule applies if it is truthy or absent' }),
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
        description: 'The complete list of rules; default none',
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
      description: 'Increases when a different rule with the same name replaces it',
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
