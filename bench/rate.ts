import { Decimal, decimal, ZERO } from '#core/decimal.ts';
import { GENERAL_LIMITS, parseLogic } from '#core/json-logic/index.ts';
import { roundMoney } from '#core/money.ts';
import { type RateConfig, rate } from '#core/rating/index.ts';
import { median } from './load.ts';

const LINES = 1_000;
const ROUNDS = 15;
const REPEATS = 20;
const RULES = 200_000;

/**
 * The pure law of prices in one process. Rating: 1,000 lines with three tiers each, rounded to money, against
 * a bare loop of the same decimal operations on plain numbers of tiers; target at least 0.5 of its speed.
 * Rules: a pricing rule as tenants write them, parsed once; target at least 200,000 evaluations a second
 * of one core.
 */
export async function benchRate(): Promise<void> {
  const quantities = Array.from({ length: LINES }, (_, line) => decimal(`${line * 37}.5`));
  const times = { bare: [] as number[], rated: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    times.bare.push(time(() => bareLoop(quantities)));
    times.rated.push(time(() => ratedLoop(quantities)));
  }
  const [bare, rated] = [median(times.bare), median(times.rated)];
  console.log(`\nrate: ${LINES} tiered lines (median of ${ROUNDS} interleaved rounds of ${REPEATS})`);
  console.log(`  ${'bare loop of the same decimal operations'.padEnd(44)} ${bare.toFixed(2)} ms`);
  const ratio = (bare / rated).toFixed(2);
  console.log(`  ${'rate() and roundMoney()'.padEnd(44)} ${rated.toFixed(2)} ms  ratio ${ratio}`);
  for (const { name, logic, context } of LOGIC) {
    const { evaluate } = parseLogic(logic, GENERAL_LIMITS);
    const seconds = Array.from({ length: 7 }, () => cpuSeconds(() => evaluate(context)));
    const perSecond = RULES / median(seconds);
    console.log(
      `  ${`rule: ${name}`.padEnd(44)} ${perSecond.toFixed(0).padStart(8)} evaluations/s of a core`,
    );
  }
}

/** Of one core: what other processes take of the machine is not counted. */
function cpuSeconds(evaluate: () => unknown): number {
  const before = process.cpuUsage();
  for (let i = 0; i < RULES; i++) evaluate();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

const TIERS = [
  { start: decimal('0'), rate: decimal('0.01') },
  { start: decimal('1000'), rate: decimal('0.008') },
  { start: decimal('10000'), rate: decimal('0.005') },
] as const;

const CONFIG: RateConfig = {
  pricingModel: 'TIERED',
  slabs: TIERS.map(({ start, rate: price }, index) => ({
    order: index + 1,
    startAfter: start,
    priceType: 'PER_UNIT',
    rate: price,
  })),
};

function bareLoop(quantities: readonly Decimal[]): Decimal {
  let total = ZERO;
  for (const quantity of quantities) {
    let amount = ZERO;
    for (const [index, { start, rate: price }] of TIERS.entries()) {
      const end = TIERS[index + 1]?.start ?? quantity;
      const inTier = Decimal.max(ZERO, Decimal.min(quantity, end).minus(start));
      amount = amount.plus(inTier.times(price));
    }
    total = total.plus(roundMoney(amount, 'USD'));
  }
  return total;
}

function ratedLoop(quantities: readonly Decimal[]): Decimal {
  let total = ZERO;
  for (const quantity of quantities) total = total.plus(roundMoney(rate(quantity, CONFIG).amount, 'USD'));
  return total;
}

/** Milliseconds of one pass. */
function time(loop: () => Decimal): number {
  const start = performance.now();
  for (let i = 0; i < REPEATS; i++) loop();
  return (performance.now() - start) / REPEATS;
}

const LOGIC = [
  {
    name: 'allowance of 75 a day',
    logic: {
      max: [{ '-': [{ var: 'usage.urc.um.calls' }, { '*': [75, { var: 'days' }] }] }, 0],
    },
    context: { 'usage.urc.um.calls': decimal('3000'), days: decimal('31') },
  },
  {
    name: 'discount over 1,000,000',
    logic: {
      if: [
        { '>': [{ '+': [{ var: 'revenue.urc.a' }, { var: 'revenue.urc.b' }] }, 1000000] },
        { '*': [-0.1, { '+': [{ var: 'revenue.urc.a' }, { var: 'revenue.urc.b' }] }] },
        0,
      ],
    },
    context: { 'revenue.urc.a': decimal('600000'), 'revenue.urc.b': decimal('500000') },
  },
] as const;
