import { getOrganization } from '#areas/organizations/index.ts';
import { listRateCards } from '#areas/price-plans/index.ts';
import { decimalText } from '#core/decimal.ts';
import type { Context } from '#platform/http/operation.ts';
import { newId } from '#platform/ids.ts';
import { planPiece } from './planned-work.ts';
import { calculationInvalid, comparisonTooLarge, tooManySimulations } from './problems.ts';
import { getVersion } from './read-plan.ts';
import { checkRange } from './rules.ts';
import type {
  Scenario,
  SimulatedPeriod,
  SimulatedPlan,
  SimulationDefinition,
} from './simulation-definition.ts';
import { type CreateSimulationRequest, MAX_ACCOUNTS } from './simulation-schema.ts';
import { countCohort, countSimulations, insertSimulation } from './store/simulations.ts';

const MAX_SIMULATIONS = 200;
const MAX_RUNNING = 3;

/** Stores a simulation, whose versions are fixed from now on, and schedules its first piece. */
export async function startSimulation(context: Context, body: CreateSimulationRequest) {
  const { tx, org, now } = context;
  const definition = await readDefinition(context, body);
  const accountsTotal = await countCohort(tx, org, { cohort: definition.cohort, now });
  if (accountsTotal > MAX_ACCOUNTS) throw comparisonTooLarge({ what: 'accounts', limit: MAX_ACCOUNTS });
  const { all, running } = await countSimulations(tx, org);
  if (running >= MAX_RUNNING) throw tooManySimulations({ what: 'are running', limit: MAX_RUNNING });
  if (all >= MAX_SIMULATIONS) throw tooManySimulations({ what: 'are stored', limit: MAX_SIMULATIONS });
  const row = await insertSimulation(tx, org, {
    ...{ id: newId('sim', now), name: body.name.trim(), definition, accountsTotal },
    ...{ createdAt: now, updatedAt: now },
  });
  await planPiece(context, { id: row.id, after: '' });
  return row;
}

async function readDefinition(
  context: Context,
  { base, scenarios, cohort = {}, period }: CreateSimulationRequest,
): Promise<SimulationDefinition> {
  const { timezone: timeZone } = await getOrganization(context.tx, context.org);
  const read: Scenario[] = [];
  for (const [index, scenario] of scenarios.entries())
    read.push(await readScenario(context, scenario, `scenarios[${index}]`));
  return {
    base: base ? (await readVersion(context, base, 'base')).plan : null,
    scenarios: read,
    cohort,
    period: readPeriod(period, timeZone),
  };
}

async function readScenario(
  context: Context,
  { adjustments = [], ...wanted }: CreateSimulationRequest['scenarios'][number],
  path: string,
): Promise<Scenario> {
  const { plan, referenceId } = await readVersion(context, wanted, path);
  const isNamed = adjustments.some(({ billableId }) => billableId !== undefined);
  const cards = isNamed ? await listRateCards(context.tx, context.org, referenceId) : [];
  const billables = new Set(cards.map(({ billableId }) => billableId));
  for (const [index, { billableId }] of adjustments.entries()) {
    if (billableId === undefined || billables.has(billableId)) continue;
    const rule = `${billableId} is on no rate card of version ${plan.version}; adjust one that is`;
    throw calculationInvalid({ path: `${path}.adjustments[${index}].billableId`, rule });
  }
  return {
    ...plan,
    adjustments: adjustments.map(({ billableId, percent }) => ({
      ...(billableId !== undefined && { billableId }),
      percent: decimalText(percent),
    })),
  };
}

/** The newest unless given; a plan that is bought once has no cycles to compare. */
async function readVersion(
  context: Context,
  wanted: { pricePlanId: string; version?: number },
  path: string,
): Promise<{ plan: SimulatedPlan; referenceId: string }> {
  const { pricePlanId: planId } = wanted;
  const { version, type, referenceId } = await getVersion(context, { planId, version: wanted.version });
  if (type === 'BILLING') return { plan: { pricePlanId: planId, version }, referenceId };
  const rule = `${planId} is a PURCHASE plan, which has no cycles to compare; use a BILLING plan`;
  throw calculationInvalid({ path: `${path}.pricePlanId`, rule });
}

function readPeriod(period: CreateSimulationRequest['period'], timeZone: string): SimulatedPeriod {
  if (!period || period.mode === 'LAST_CLOSED_CYCLE') return { mode: 'LAST_CLOSED_CYCLE' };
  const { start, end } = period;
  if (!start || !end)
    throw calculationInvalid({ path: 'period', rule: 'LOOKUP_RANGE needs a start and an end' });
  checkRange({ start, end }, { path: 'period', timeZone });
  return { mode: 'LOOKUP_RANGE', start: start.toString(), end: end.toString() };
}
