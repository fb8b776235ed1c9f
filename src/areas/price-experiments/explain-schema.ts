import { Type } from 'typebox';
import { Closed, DateTime, Enum, ExactNumber, Text } from '#platform/http/schemas.ts';
import { SCENARIO_NAMES } from './simulation-definition.ts';

const ExplainedPrice = Closed(
  {
    cardName: Type.String({ description: 'The rate card in its plan' }),
    amount: ExactNumber({ description: 'As in the result' }),
    steps: Type.Array(Type.String(), {
      description:
        'The computation in sentences, as on an invoice; empty if the cycle does not bill the card',
    }),
  },
  { component: 'ExplainedPrice' },
);

const prices = Type.Array(ExplainedPrice, { description: 'Empty if the plan does not bill it' });

const ExplainedSimulatedCard = Closed(
  {
    type: Type.String(),
    billableId: Type.String(),
    displayName: Type.String(),
    base: prices,
    candidate: prices,
  },
  { component: 'ExplainedSimulatedCard' },
);

export const SimulationExplanation = Closed(
  {
    scenario: Enum(SCENARIO_NAMES),
    accountId: Type.String(),
    currency: Type.String(),
    isCurrent: Type.Boolean({
      description:
        'False if the amounts are no longer those of the result: the simulation is computed again for this ' +
        'response, and usage, the plan or the draft of a scenario has changed since',
    }),
    cycles: Type.Array(
      Closed({ start: DateTime(), end: DateTime(), cards: Type.Array(ExplainedSimulatedCard) }),
    ),
  },
  { component: 'SimulationExplanation' },
);

export const SimulationResultParams = Type.Object({
  simulation_id: Text(1, 50),
  scenario: Enum(SCENARIO_NAMES),
  account_id: Text(1, 50),
});
