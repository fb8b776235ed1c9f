import type { Generated } from 'kysely';
import type { Decimal } from '#core/decimal.ts';
import type { ScenarioName, SimulatedCycle, SimulationDefinition } from './simulation-definition.ts';

declare module '#platform/db/tables.ts' {
  interface Tables {
    simulations: SimulationsTable;
    simulationResults: SimulationResultsTable;
  }
}

export interface SimulationsTable {
  orgId: number;
  id: string;
  name: string;
  status: 'RUNNING' | 'COMPLETED' | 'FAILED';
  definition: SimulationDefinition;
  accountsTotal: number;
  accountsDone: Generated<number>;
  /** The reason for the caller. */
  failure: string | null;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
  rowVersion: Generated<number>;
}

/** One account in one scenario. */
export interface SimulationResultsTable {
  orgId: number;
  simulationId: string;
  scenario: ScenarioName;
  accountId: string;
  currency: string;
  /** Null without amounts; `reason` then says why. */
  base: Decimal | null;
  candidate: Decimal | null;
  /** 0 without amounts. */
  difference: Decimal;
  reason: string | null;
  cycles: SimulatedCycle[];
}
