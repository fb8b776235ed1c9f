/** The names of scenarios, in their order. */
export const SCENARIO_NAMES = ['A', 'B', 'C', 'D', 'E'] as const;
export type ScenarioName = (typeof SCENARIO_NAMES)[number];

/** Changes in per cent of the base, from the largest decrease to the largest increase. */
export const BUCKETS = [
  ...(['DOWN_50', 'DOWN_20', 'DOWN_5', 'DOWN', 'SAME', 'UP', 'UP_5', 'UP_20', 'UP_50', 'NEW'] as const),
] as const;

/** A simulation as stored: decimals and instants as text. */
export interface SimulationDefinition {
  /** Null: what each account pays, with its overrides. */
  base: SimulatedPlan | null;
  scenarios: Scenario[];
  cohort: Cohort;
  period: SimulatedPeriod;
}

/** A version of a plan, perhaps a draft. */
export interface SimulatedPlan {
  pricePlanId: string;
  version: number;
}

export interface Scenario extends SimulatedPlan {
  /** Changes of prices, in order. */
  adjustments: Adjustment[];
}

/** Changes the prices of a billable, or of all, by per cent: `-10` makes 9 of 10. */
export interface Adjustment {
  billableId?: string;
  percent: string;
}

/** The accounts that have a plan now and meet all given conditions. */
export interface Cohort {
  pricePlanId?: string;
  version?: number;
  tag?: string;
  accountIds?: string[];
}

export type SimulatedPeriod =
  | { mode: 'LAST_CLOSED_CYCLE' }
  | { mode: 'LOOKUP_RANGE'; start: string; end: string };

/** What a cycle costs, by rate card; decimals as text. */
export interface SimulatedCycle {
  start: string;
  end: string;
  base: string;
  candidate: string;
  difference: string;
  cards: {
    type: string;
    billableId: string;
    displayName: string;
    base?: string;
    candidate?: string;
    difference: string;
  }[];
}
