import type { RateCard } from '../../../api/generated/types.ts';

/** One rate card in two versions. */
export interface CardDifference {
  state: 'added' | 'removed' | 'changed' | 'same';
  /** Absent if the version does not have it. */
  a?: RateCard;
  b?: RateCard;
  arePricesChanged: boolean;
  /** Members beside the prices that differ, by their path. */
  terms: readonly { path: string; a: string; b: string }[];
}

/** The cards of two versions, paired by name; those of the older version first. */
export function differenceOf(a: readonly RateCard[], b: readonly RateCard[]): CardDifference[] {
  const later = new Map(b.map((card) => [card.name, card]));
  const paired = a.map((card): CardDifference => {
    const other = later.get(card.name);
    later.delete(card.name);
    if (!other || other.type !== card.type) {
      if (other) later.set(other.name, other);
      return { state: 'removed', a: card, arePricesChanged: false, terms: [] };
    }
    return compareCards(card, other);
  });
  const added = b.filter(({ name }) => later.has(name));
  return [
    ...paired,
    ...added.map((card): CardDifference => ({ state: 'added', b: card, arePricesChanged: false, terms: [] })),
  ];
}

function compareCards(a: RateCard, b: RateCard): CardDifference {
  const arePricesChanged = textOf(pricesOf(a)) !== textOf(pricesOf(b));
  const terms = compareTerms(a, b);
  return { state: arePricesChanged || terms.length > 0 ? 'changed' : 'same', a, b, arePricesChanged, terms };
}

const PRICES: readonly string[] = ['ratePlan', 'rateValues', 'rateDetails'];

function detailsOf({ rateCardDetails }: RateCard): Readonly<Record<string, unknown>> {
  return (Object.values(rateCardDetails)[0] ?? {}) as Record<string, unknown>;
}

function pricesOf(card: RateCard) {
  return Object.fromEntries(Object.entries(detailsOf(card)).filter(([name]) => PRICES.includes(name)));
}

function compareTerms(a: RateCard, b: RateCard): CardDifference['terms'] {
  const [before, after] = [leavesOf(a), leavesOf(b)];
  const paths = [...new Set([...before.keys(), ...after.keys()])];
  return paths.flatMap((path) => {
    const [left = '—', right = '—'] = [before.get(path), after.get(path)];
    return left === right ? [] : [{ path, a: left, b: right }];
  });
}

function leavesOf(card: RateCard): Map<string, string> {
  const { billableId, displayName, invoiceTiming, tag } = card;
  const rest = Object.entries(detailsOf(card)).filter(([name]) => !PRICES.includes(name) && name !== 'name');
  const leaves = new Map<string, string>();
  const walk = (value: unknown, path: string): void => {
    if (value === undefined || value === null) return;
    if (typeof value === 'object')
      for (const [key, member] of Object.entries(value)) walk(member, path === '' ? key : `${path}.${key}`);
    else leaves.set(path, String(value));
  };
  walk({ ...Object.fromEntries(rest), billableId, displayName, invoiceTiming, tag }, '');
  return leaves;
}

function textOf(value: unknown): string {
  return JSON.stringify(value);
}
