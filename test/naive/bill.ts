import type { CardInput, ChargeInput, InvoiceInputs } from '#core/invoice/index.ts';
import {
  compare,
  type Fraction,
  max,
  min,
  minus,
  NONE,
  over,
  plus,
  read,
  round,
  sum,
  times,
  write,
} from './fraction.ts';
import { bounded, price, withoutBounds } from './price.ts';

/**
 * The bill of a cycle once more, written from the specification alone, without a thought for speed and with
 * fractions in place of decimals: what `computeInvoice` is compared with.
 */
export interface NaiveBill {
  /** Of each card in their order, after the pricing rules. */
  cards: string[];
  trueUp: string;
  /** Of all rules together. */
  additions: string;
  /** What credits pay, by credit. */
  credits: Record<string, string>;
  charges: string;
  total: string;
}

export const DIGITS: Record<string, number> = { USD: 2, JPY: 0, KWD: 3, CLF: 4 };

export function bill(inputs: InvoiceInputs): NaiveBill {
  const rounded = (value: Fraction) => round(value, DIGITS[inputs.currency] ?? 2, inputs.roundingMode);
  const state = ruled(inputs, rounded);
  const subTotal = sum(state.amounts);
  const missing = trueUp(inputs, subTotal, rounded);
  const additions = sum([...state.additions.values()]);
  const gross = sum([subTotal, missing, additions]);
  const paid = burnDown(inputs, { state, missing, gross });
  const net = minus(gross, sum([...paid.values()]));
  const charges = sum((inputs.charges ?? []).map((charge) => rounded(chargeOf(charge))));
  return {
    cards: state.amounts.map(write),
    trueUp: write(missing),
    additions: write(additions),
    credits: Object.fromEntries([...paid].map(([id, amount]) => [id, write(amount)])),
    charges: write(charges),
    total: write(plus(net, charges)),
  };
}

type Rounding = (value: Fraction) => Fraction;

/** What a card comes to before it is rounded; `quantity` in place of the one that was measured. */
function exact(card: CardInput, quantity?: Fraction): Fraction {
  switch (card.type) {
    case 'USAGE': {
      const used = quantity ?? read(card.quantity);
      const capped = card.maximumQuantity === undefined ? used : min(used, read(card.maximumQuantity));
      return price(card, capped);
    }
    case 'ENTITLEMENT_OVERAGE':
      return price(card, quantity ?? read(card.quantity));
    case 'FIXED_FEE': {
      const fee = times(read(card.rate), read(card.quantity ?? '1'));
      const isShared = card.feeType === 'RECURRING' && card.isProrated;
      return isShared ? over(times(fee, read(card.billedDays)), read(card.nominalDays)) : fee;
    }
    case 'BILLING_ENTITLEMENT': {
      const limits = sum(card.featureConfigs.map(({ featureCreditLimit }) => read(featureCreditLimit)));
      return price(card, times(limits, read(card.quantity)));
    }
    case 'CREDIT_GRANT':
      return price(card, times(read(card.creditAmount), read(card.quantity ?? '1')));
    case 'LICENSE':
      return licenses(card);
    default:
      throw new Error(`no naive price of ${card.type}`);
  }
}

/** Day by day: every day of a prorated card costs its share of the price of that day's quantity. */
function licenses(card: Extract<CardInput, { type: 'LICENSE' }>): Fraction {
  let total = NONE;
  let billedDays = 0;
  for (const window of card.windows) {
    for (const run of window.runs)
      for (let day = 0; day < run.days; day++) {
        billedDays += 1;
        if (!card.isProrated) continue;
        const ofDay = withoutBounds(card, read(run.quantity));
        total = plus(total, over(ofDay, read(window.nominalDays)));
      }
    if (!card.isProrated) total = plus(total, withoutBounds(card, read(window.runs[0]?.quantity ?? '0')));
  }
  if (!card.isProrated) return bounded(total, card);
  const share = (bound: string) => over(times(read(bound), read(billedDays)), read(card.nominalDays));
  const raised = card.minimumRate === undefined ? total : max(total, share(card.minimumRate));
  return card.maximumRate === undefined ? raised : min(raised, share(card.maximumRate));
}

interface Ruled {
  amounts: Fraction[];
  quantities: Fraction[];
  additions: Map<string, Fraction>;
}

const CODES: Partial<Record<CardInput['type'], string>> = {
  USAGE: 'urc',
  FIXED_FEE: 'ff',
  BILLING_ENTITLEMENT: 'ber',
  ENTITLEMENT_OVERAGE: 'eo',
  CREDIT_GRANT: 'cg',
  LICENSE: 'lic',
};

/** One rule after the other, each on what the one before it left (`metering-pricing.md` 19.3). */
function ruled(inputs: InvoiceInputs, rounded: Rounding): Ruled {
  const { cards, rules = [] } = inputs;
  const state: Ruled = {
    amounts: cards.map((card) => rounded(exact(card))),
    quantities: cards.map((card) => ('quantity' in card && card.quantity ? read(card.quantity) : NONE)),
    additions: new Map(),
  };
  for (const rule of rules.toSorted((a, b) => a.order - b.order)) {
    const variable = (name: string) => lookUp(name, inputs, state);
    if (rule.condition !== undefined && !truthOf(JSON.parse(rule.condition), variable)) continue;
    const { type, target = '', id = rule.id, metadata } = rule.action;
    const place = cards.findIndex((card) => target.endsWith(`.${CODES[card.type]}.${card.billableId}`));
    const card = cards[place];
    if (type === 'UPDATE' && !card) continue;
    const result = evaluate(JSON.parse(rule.computation), variable);
    if (type === 'ADD') {
      const isDiscount = metadata?.type === 'DISCOUNT' && compare(result, NONE) > 0;
      const amount = rounded(isDiscount ? minus(NONE, result) : result);
      state.additions.set(id, plus(state.additions.get(id) ?? NONE, amount));
    } else if (card && target.startsWith('usage.')) {
      state.quantities[place] = result;
      state.amounts[place] = rounded(exact(card, result));
    } else state.amounts[place] = rounded(result);
  }
  return state;
}

function lookUp(name: string, { cards }: InvoiceInputs, state: Ruled): Fraction {
  if (name === 'revenue.rate_card_total') return sum(state.amounts);
  if (name.startsWith('revenue.rule.')) return state.additions.get(name.slice(13)) ?? NONE;
  const measured = name.startsWith('usage.') ? state.quantities : state.amounts;
  return sum(
    measured.filter((_value, index) => {
      const card = cards[index];
      return card && name.endsWith(`.${CODES[card.type]}.${card.billableId}`);
    }),
  );
}

/** The few operators that the generated rules use. */
function evaluate(logic: unknown, variable: (name: string) => Fraction): Fraction {
  if (typeof logic === 'number' || typeof logic === 'string') return read(logic);
  const [[operator, args] = ['', []]] = Object.entries(logic as Record<string, unknown>);
  if (operator === 'var') return variable(String(args));
  const values = (args as unknown[]).map((each) => evaluate(each, variable));
  const [first = NONE, second = NONE] = values;
  if (operator === '+') return sum(values);
  if (operator === '-') return minus(first, second);
  if (operator === '*') return times(first, second);
  if (operator === 'max') return values.reduce(max);
  if (operator === 'min') return values.reduce(min);
  throw new Error(`no naive ${operator}`);
}

function truthOf(logic: unknown, variable: (name: string) => Fraction): boolean {
  const [[operator, args] = ['', []]] = Object.entries(logic as Record<string, unknown>);
  if (operator !== '>') throw new Error(`no naive ${operator}`);
  const [left = NONE, right = NONE] = (args as unknown[]).map((each) => evaluate(each, variable));
  return compare(left, right) > 0;
}

function trueUp({ commitment }: InvoiceInputs, subTotal: Fraction, rounded: Rounding): Fraction {
  if (!commitment) return NONE;
  const { amount, billedDays, nominalDays } = commitment;
  const committed = rounded(over(times(read(amount), read(billedDays)), read(nominalDays)));
  return max(NONE, minus(committed, subTotal));
}

interface Leaf {
  id: string;
  group: string;
  left: Fraction;
}

const SCOPES: Record<string, CardInput['type']> = {
  ALL_USAGE_METER_RATE_CARDS: 'USAGE',
  ALL_FIXED_FEE_RATE_CARDS: 'FIXED_FEE',
};

/** `money-platform.md` 13.3 and 13.5: grants in their order, and each pays lines in the order of the bill. */
function burnDown(
  { cards, credits = [] }: InvoiceInputs,
  { state, missing, gross }: { state: Ruled; missing: Fraction; gross: Fraction },
): Map<string, Fraction> {
  const ofCards = cards.map((card, i) => leaf(card.billableId, card.type, state.amounts[i] ?? NONE));
  const beside = [missing, ...state.additions.values()].map((value) => leaf('', 'UNSCOPED_ONLY', value));
  const leaves = [...inShownOrder(ofCards, cards), ...beside];
  const mayPay = (scope: readonly string[], { id, group }: Leaf) => {
    if (scope.length === 0) return group !== 'CREDIT_GRANT';
    return group !== 'UNSCOPED_ONLY' && scope.some((word) => word === id || SCOPES[word] === group);
  };
  const others = leaves.filter((each) => !credits.some(({ scope }) => mayPay(scope, each)));
  let pool = max(NONE, minus(gross, sum(others.map(({ left }) => left))));
  const paid = new Map<string, Fraction>();
  for (const credit of credits.toSorted(byTurn)) {
    let available = read(credit.available);
    for (const each of leaves) {
      if (!mayPay(credit.scope, each)) continue;
      const amount = min(min(available, each.left), pool);
      if (compare(amount, NONE) === 0) continue;
      available = minus(available, amount);
      each.left = minus(each.left, amount);
      pool = minus(pool, amount);
      paid.set(credit.id, plus(paid.get(credit.id) ?? NONE, amount));
    }
  }
  return paid;
}

/** Negative lines make the pool smaller, and are never paid. */
function leaf(id: string, group: string, value: Fraction): Leaf {
  return { id, group, left: max(NONE, value) };
}

/** Cards of one tag stand where the first of them stands. */
function inShownOrder(leaves: readonly Leaf[], cards: readonly CardInput[]): Leaf[] {
  const shown: Leaf[] = [];
  const isShown = new Set<number>();
  for (const [index, { tag }] of cards.entries()) {
    if (isShown.has(index)) continue;
    for (const [other, card] of cards.entries())
      if (other === index || (tag !== undefined && card.tag === tag)) {
        isShown.add(other);
        shown.push(leaves[other] as Leaf);
      }
  }
  return shown;
}

type Credit = NonNullable<InvoiceInputs['credits']>[number];

function byTurn(a: Credit, b: Credit): number {
  const keys = ({ priority, effectiveUntil = '9999-12-31', scope, effectiveFrom, createdAt, id }: Credit) => [
    String(priority).padStart(9, '0'),
    effectiveUntil,
    scope.length > 0 ? '0' : '1',
    effectiveFrom,
    createdAt,
    id,
  ];
  const [left, right] = [keys(a), keys(b)];
  const differs = left.findIndex((key, index) => key !== right[index]);
  if (differs < 0) return 0;
  return (left[differs] ?? '') < (right[differs] ?? '') ? -1 : 1;
}

function chargeOf({ value, rate, quantity }: ChargeInput): Fraction {
  return value === undefined ? times(read(rate ?? '0'), read(quantity ?? '0')) : read(value);
}
