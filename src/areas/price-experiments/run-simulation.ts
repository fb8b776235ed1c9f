import { type AccountRow, getAccount } from '#areas/accounts/index.ts';
import { decimalText, ZERO } from '#core/decimal.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { Problem } from '#platform/problem.ts';
import { type ComparedAccount, compareAccounts } from './compare-accounts.ts';
import type { Compared, ComparedCard } from './compare-cards.ts';
import { planPiece } from './planned-work.ts';
import { listSimulatedCycles, readBase, readScenario } from './read-simulated.ts';
import { SCENARIO_NAMES, type ScenarioName } from './simulation-definition.ts';
import { insertResults } from './store/simulation-results.ts';
import { listCohort, lockSimulation, type SimulationRow, updateSimulation } from './store/simulations.ts';

/** Accounts of a piece: its transaction is short, and other work gets its turn in between. */
const PIECE = 20;

/** Computes the accounts after one of them in every scenario, and schedules the next piece. */
export async function runSimulation(
  context: ScheduledWorkContext,
  { id, after }: { id: string; after: string },
): Promise<void> {
  const { tx, org, now } = context;
  const simulation = await lockSimulation(tx, org, id);
  if (simulation?.status !== 'RUNNING') return;
  const { cohort } = simulation.definition;
  const listed = { cohort, now: simulation.createdAt, after, limit: PIECE };
  const accountIds = await listCohort(tx, org, listed);
  const last = accountIds.at(-1);
  if (last === undefined)
    return updateSimulation(tx, org, { id, set: { status: 'COMPLETED', updatedAt: now } });
  try {
    await computePiece(context, simulation, accountIds);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const set = { status: 'FAILED', failure: error.message, updatedAt: now } as const;
    return updateSimulation(tx, org, { id, set });
  }
  const accountsDone = simulation.accountsDone + accountIds.length;
  await updateSimulation(tx, org, { id, set: { accountsDone, updatedAt: now } });
  await planPiece(context, { id, after: last });
}

async function computePiece(
  context: ScheduledWorkContext,
  { id, definition, createdAt }: SimulationRow,
  accountIds: readonly string[],
): Promise<void> {
  const { tx, org } = context;
  const reading = { tx, org, now: createdAt };
  const accounts: AccountRow[] = [];
  for (const accountId of accountIds) accounts.push(await getAccount(tx, org, accountId));
  const cycles = await listSimulatedCycles(reading, definition, accountIds);
  const ratedCycles = [...cycles.values()].flat();
  const base = await readBase(reading, definition, ratedCycles);
  for (const index of definition.scenarios.keys()) {
    const candidate = await readScenario(reading, definition, { index, ratedCycles });
    const compared = await compareAccounts(reading, { accounts, cycles, base, candidate });
    const name = SCENARIO_NAMES[index] as ScenarioName;
    const rows = compared.map((account) => resultOf(account, { id, scenario: name }));
    await insertResults(tx, org, rows);
  }
}

function resultOf(account: ComparedAccount, place: { id: string; scenario: ScenarioName }) {
  const { accountId, currency } = account;
  const base = { simulationId: place.id, scenario: place.scenario, accountId, currency };
  if (!('base' in account)) {
    const { reason } = account;
    return { ...base, base: null, candidate: null, difference: ZERO, reason, cycles: [] };
  }
  const cycles = account.cycles.map(({ start, end, cards, ...sums }) => ({
    ...{ start: start.toString(), end: end.toString() },
    ...textsOf(sums),
    cards: cards.map(textOf),
  }));
  const { base: before, candidate, difference } = account;
  return { ...base, base: before, candidate, difference, reason: null, cycles };
}

function textsOf({ base, candidate, difference }: Compared) {
  return {
    base: decimalText(base),
    candidate: decimalText(candidate),
    difference: decimalText(difference),
  };
}

function textOf({ base, candidate, difference, ...card }: ComparedCard) {
  return {
    ...card,
    ...(base && { base: decimalText(base) }),
    ...(candidate && { candidate: decimalText(candidate) }),
    difference: decimalText(difference),
  };
}
