import { type Static, Type } from 'typebox';
import { Closed, DateTime, Enum, ExactNumber, List, Name, PageOf, Text } from '#platform/http/schemas.ts';
import { BUCKETS, SCENARIO_NAMES } from './simulation-definition.ts';

export const MAX_ACCOUNTS = 10_000;
const MAX_NAMED_ACCOUNTS = 500;
const MAX_ADJUSTMENTS = 20;
export const SIMULATION_STATUSES = ['RUNNING', 'COMPLETED', 'FAILED'] as const;

const pricePlanId = Text(1, 50);
const version = Type.Integer({ minimum: 1, maximum: 1_000_000 });

const Adjustment = Closed(
  {
    billableId: Type.Optional(Text(1, 50, { description: 'Absent: every price of the plan' })),
    percent: ExactNumber({
      ...{ minimum: '-100', maximum: '1000' },
      description: '-10 lowers prices by a tenth. Prices keep at most 18 decimal places.',
    }),
  },
  { component: 'PriceAdjustment' },
);

const adjustments = Type.Optional(List(Adjustment, { maxItems: MAX_ADJUSTMENTS }));
const optionalVersion = Type.Optional({ ...version, description: 'Default: the newest, perhaps a draft' });

const Cohort = Closed(
  {
    pricePlanId: Type.Optional(pricePlanId),
    version: Type.Optional(version),
    tag: Type.Optional(Text(1, 100, { description: 'A tag of the accounts' })),
    accountIds: Type.Optional(List(Text(1, 50), { minItems: 1, maxItems: MAX_NAMED_ACCOUNTS })),
  },
  {
    component: 'SimulationCohort',
    description: 'The accounts that have a plan now and meet every given condition; {}: all',
  },
);

const Period = Closed(
  {
    mode: Enum(['LAST_CLOSED_CYCLE', 'LOOKUP_RANGE'], {
      description: 'LOOKUP_RANGE: the cycles that begin in the range, which has 12 months at most',
    }),
    start: Type.Optional(DateTime()),
    end: Type.Optional(DateTime()),
  },
  { component: 'SimulationPeriod' },
);

export const CreateSimulationRequest = Closed(
  {
    name: Name(1, 100),
    base: Type.Optional(
      Closed(
        { pricePlanId, version: optionalVersion },
        { description: 'Default: what each account pays, with its overrides' },
      ),
    ),
    scenarios: List(
      Closed({ pricePlanId, version: optionalVersion, adjustments }, { component: 'NewScenario' }),
      { minItems: 1, maxItems: SCENARIO_NAMES.length },
    ),
    cohort: Type.Optional(Cohort),
    period: Type.Optional(Period),
  },
  { component: 'CreateSimulationRequest' },
);
export type CreateSimulationRequest = Static<typeof CreateSimulationRequest>;

const both = {
  base: ExactNumber(),
  candidate: ExactNumber(),
  difference: ExactNumber({ description: 'candidate − base' }),
};
export const SimulatedVersion = Closed({ pricePlanId, version }, { component: 'SimulatedVersion' });

const terms = {
  id: Type.String(),
  name: Type.String(),
  status: Enum(SIMULATION_STATUSES),
  base: Type.Optional(SimulatedVersion),
  scenarios: Type.Array(Closed({ pricePlanId, version, adjustments }, { component: 'SimulationScenario' })),
  cohort: Cohort,
  period: Period,
  accountsTotal: Type.Integer(),
  accountsDone: Type.Integer(),
  failureReason: Type.Optional(Type.String()),
  createdAt: DateTime(),
  updatedAt: DateTime(),
};

export const Simulation = Closed(terms, { component: 'Simulation' });
export const SimulationPage = PageOf(Simulation);

const Totals = Closed(
  {
    scenario: Enum(SCENARIO_NAMES, { description: 'A is the first of `scenarios`' }),
    currency: Type.String(),
    accounts: Type.Integer({ description: 'Accounts with amounts' }),
    raised: Type.Integer({ description: 'Accounts that would pay more' }),
    lowered: Type.Integer({ description: 'Accounts that would pay less' }),
    unpriced: Type.Integer({ description: 'Accounts without amounts; their results have the reason' }),
    ...both,
    distribution: Type.Array(
      Closed({
        bucket: Enum(BUCKETS),
        accounts: Type.Integer(),
      }),
      {
        description:
          'Accounts by their difference in per cent of the base: DOWN_50 is -50 % or less, DOWN_20 down ' +
          'to -50 %, DOWN_5 down to -20 %, DOWN above -5 %, and upwards alike; NEW pays and did not',
      },
    ),
  },
  { component: 'SimulationTotals' },
);

export const SimulationWithTotals = Closed(
  { ...terms, totals: Type.Array(Totals, { description: 'By scenario and currency, without conversion' }) },
  { component: 'SimulationWithTotals' },
);

const SimulatedCycle = Closed(
  {
    start: DateTime(),
    end: DateTime(),
    ...both,
    cards: Type.Array(
      Closed({
        type: Type.String(),
        billableId: Type.String(),
        displayName: Type.String(),
        base: Type.Optional(both.base),
        candidate: Type.Optional(both.candidate),
        difference: both.difference,
      }),
    ),
  },
  { component: 'SimulatedCycle' },
);

export const SimulationResult = Closed(
  {
    scenario: Enum(SCENARIO_NAMES),
    accountId: Type.String(),
    accountName: Type.String(),
    currency: Type.String(),
    base: Type.Optional(both.base),
    candidate: Type.Optional(both.candidate),
    difference: ExactNumber({ description: 'candidate − base; 0 without amounts' }),
    reason: Type.Optional(Type.String({ description: 'Reason why there are no amounts' })),
    cycles: Type.Array(SimulatedCycle),
  },
  { component: 'SimulationResult' },
);
export const SimulationResultPage = PageOf(SimulationResult);

export const ScenarioParams = Type.Object({ simulation_id: Text(1, 50), scenario: Enum(SCENARIO_NAMES) });
export const SimulationParams = Type.Object({ simulation_id: Text(1, 50) });

export const PlanVersionAccounts = Closed(
  {
    versions: Type.Array(
      Closed({
        version: Type.Integer(),
        accounts: Type.Integer({ description: 'Accounts that have the version now' }),
        overridden: Type.Integer({ description: 'Those of them with prices of their own' }),
      }),
      { description: 'Newest first; versions without accounts are absent' },
    ),
  },
  { component: 'PlanVersionAccounts' },
);
