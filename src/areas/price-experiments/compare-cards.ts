import type { RateCardType } from '#areas/price-plans/index.ts';
import { type Decimal, decimal, ZERO } from '#core/decimal.ts';
import type { CardRevenue } from './calculate.ts';

export interface Compared {
  base: Decimal;
  candidate: Decimal;
  difference: Decimal;
}

/** One billable in two plans; a side is absent if its plan does not bill it. */
export interface ComparedCard extends Pick<Compared, 'difference'> {
  type: RateCardType;
  billableId: string;
  displayName: string;
  base?: Decimal;
  candidate?: Decimal;
}

/** Compares the cards of two plans: those of the base, then those that only the candidate has. */
export function compareCards(
  base: readonly CardRevenue[],
  candidate: readonly CardRevenue[],
): { cards: ComparedCard[] } & Compared {
  const rows = new Map<string, Omit<ComparedCard, 'difference'>>();
  for (const [side, revenues] of [
    ['base', base],
    ['candidate', candidate],
  ] as const)
    for (const { card, amounts } of revenues) {
      const { type, billableId, displayName } = card;
      const key = `${type} ${billableId}`;
      const row = rows.get(key) ?? { type, billableId, displayName };
      // Several cards may grant credits of one add-on.
      rows.set(key, { ...row, [side]: (row[side] ?? ZERO).plus(decimal(amounts.revenue)) });
    }
  const cards = [...rows.values()].map((row) => {
    return { ...row, difference: (row.candidate ?? ZERO).minus(row.base ?? ZERO) };
  });
  return { cards, ...addUp(cards) };
}

/** Plain sums of amounts that are already rounded. */
export function addUp(all: readonly Partial<Compared>[]): Compared {
  const sum = (side: keyof Compared) => all.reduce((total, each) => total.plus(each[side] ?? ZERO), ZERO);
  return { base: sum('base'), candidate: sum('candidate'), difference: sum('difference') };
}
