import type { AccountRow } from '#areas/accounts/index.ts';
import { type Decimal, decimal, ZERO } from '#core/decimal.ts';
import type { Context } from '#platform/http/operation.ts';
import type { CardRevenue } from './calculate.ts';
import { openPricing } from './compare-accounts.ts';
import type { RatedCycle } from './rated-cycle.ts';
import { listSimulatedCycles, readBase, readScenario } from './read-simulated.ts';
import { SCENARIO_NAMES, type SimulatedCycle } from './simulation-definition.ts';
import type { ResultRow } from './store/simulation-results.ts';
import type { SimulationRow } from './store/simulations.ts';

type Side = 'base' | 'candidate';
interface ExplainedCard extends Record<Side, { cardName: string; amount: string; steps: string[] }[]> {
  type: string;
  billableId: string;
  displayName: string;
}
interface ExplainedCycle {
  start: Temporal.Instant;
  end: Temporal.Instant;
  cards: ExplainedCard[];
}

/** Computes one result again, with the steps to each amount, and compares it with the stored one. */
export async function explainResult(
  { tx, org }: Pick<Context, 'tx' | 'org'>,
  { simulation, result, account }: { simulation: SimulationRow; result: ResultRow; account: AccountRow },
): Promise<{ cycles: ExplainedCycle[]; isCurrent: boolean }> {
  const { definition, createdAt: now } = simulation;
  const reading = { tx, org, now };
  const cycles = await listSimulatedCycles(reading, definition, [account.id]);
  const ratedCycles = cycles.get(account.id) ?? [];
  const base = await readBase(reading, definition, ratedCycles);
  const index = SCENARIO_NAMES.indexOf(result.scenario);
  const candidate = await readScenario(reading, definition, { index, ratedCycles });
  const price = await openPricing(reading, { cycles, base, candidate });
  const explained = ratedCycles.map((ratedCycle) =>
    explainCycle(ratedCycle, (side) => price(account, ratedCycle, side).revenues),
  );
  return { cycles: explained, isCurrent: isSame(explained, result.cycles) };
}

function explainCycle(
  { part: { startAt: start, endAt: end } }: RatedCycle,
  revenuesOf: (side: Side) => readonly CardRevenue[],
): ExplainedCycle {
  const cards = new Map<string, ExplainedCard>();
  for (const side of ['base', 'candidate'] as const)
    for (const { card, amounts } of revenuesOf(side)) {
      const { type, billableId, displayName, name: cardName } = card;
      const row = cards.getOrInsertComputed(keyOf(card), () => {
        return { type, billableId, displayName, base: [], candidate: [] };
      });
      row[side].push({ cardName, amount: amounts.revenue, steps: amounts.steps });
    }
  return { start, end, cards: [...cards.values()] };
}

function isSame(explained: readonly ExplainedCycle[], stored: readonly SimulatedCycle[]): boolean {
  const storedOf = (text: string | undefined) => decimal(text ?? '0');
  return amountsOf(stored, storedOf).join() === amountsOf(explained, addUp).join();
}

/** Each amount with its place, in one order for both. */
function amountsOf<Amount>(
  cycles: readonly { start: Temporal.Instant | string; cards: readonly Sides<Amount>[] }[],
  amountOf: (amount: Amount | undefined) => Decimal,
): string[] {
  return cycles.flatMap(({ start, cards }) =>
    cards.flatMap((card) =>
      (['base', 'candidate'] as const).map(
        (side) => `${start} ${keyOf(card)} ${side} ${amountOf(card[side])}`,
      ),
    ),
  );
}

interface Sides<Amount> extends Partial<Record<Side, Amount>> {
  type: string;
  billableId: string;
}

function addUp(prices: ExplainedCard[Side] = []): Decimal {
  return prices.reduce<Decimal>((sum, { amount }) => sum.plus(decimal(amount)), ZERO);
}

function keyOf({ type, billableId }: { type: string; billableId: string }): string {
  return `${type} ${billableId}`;
}
