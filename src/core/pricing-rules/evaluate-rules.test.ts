import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { decimal, decimalText } from '../decimal.ts';
import { roundLeaf } from '../invoice/rounding-step.ts';
import { evaluateRules, type RuleCard, type RuleInput, type RuleOutcome } from './index.ts';

const USD = { currency: 'USD', roundingMode: 'HALF_UP' } as const;
const MAY = { start: '2024-05-01', end: '2024-06-01' };

/** A card as `type billable name revenue quantity tag`. */
function card(text: string): RuleCard {
  const [type = '', billableId = '', name = '', revenue = '', quantity = '', tag] = text.split(' ');
  return {
    ...{ type, billableId, name, displayName: name.toUpperCase() },
    ...(tag === undefined ? {} : { tag }),
    revenue: decimal(revenue),
    quantity: decimal(quantity),
  };
}

const CARDS = [
  card('USAGE um.a.b calls 300 3000 api'),
  card('USAGE um.c storage 20 2 api'),
  card('FIXED_FEE addon.fee fee 50 1'),
  card('CREDIT_GRANT addon.cg grant 10 100'),
  card('ENTITLEMENT_OVERAGE feature.x over 7 70'),
];

/** Every unit costs 0.1 when a card is rated again. */
function evaluate(rules: readonly RuleInput[], cards = CARDS): RuleOutcome {
  return evaluateRules(rules, {
    ...USD,
    cycle: MAY,
    cards,
    rateAgain: (_, quantity) => {
      const rounding = roundLeaf(quantity.times('0.1'), USD);
      return { rounding, steps: [`${decimalText(quantity)} × 0.1`] };
    },
  });
}

function add(computation: string, more: Partial<RuleInput> = {}): RuleInput {
  const action = { type: 'ADD' } as const;
  return { id: 'rule.1', version: 1, name: 'Rule', order: 1, computation, action, ...more };
}

function update(target: string, computation: string, more: Partial<RuleInput> = {}): RuleInput {
  return add(computation, { action: { type: 'UPDATE', target }, ...more });
}

const read = (name: string) => `{"var":"${name}"}`;

/** What an addition comes to, or the reason why there is none. */
function added(rule: RuleInput, cards?: RuleCard[]): string | undefined {
  const { additions, logs } = evaluate([rule], cards);
  return additions[0]?.rounding.rounded ?? `${logs[0]?.type} ${logs[0]?.changes.errorMessage ?? ''}`.trim();
}

describe('variables', () => {
  test.each<[name: string, value: string]>([
    ['revenue.urc.um.a.b', '300'],
    ['usage.urc.um.a.b', '3000'],
    ['usage.urc.calls', '3000'], // by the name of the card
    ['revenue.ff.addon.fee', '50'],
    ['usage.ff.fee', '1'],
    ['revenue.cg.addon.cg', '10'],
    ['credit.cg.addon.cg', '100'],
    ['revenue.eo.feature.x', '7'],
    ['usage.eo.over', '70'],
    ['revenue.tag.api', '320'], // 300 + 20
    ['usage.tag.api', '3002'],
    ['revenue.rate_card_total', '387'], // 300 + 20 + 50 + 10 + 7
    ['revenue.lic.addon.none', '0'],
    ['revenue.ff.um.a.b', '0'], // a meter is no fee
    ['revenue.tag.none', '0'],
    ['revenue.rule.none', '0'],
  ])('%s is %s', (name, value) => expect(added(add(read(name)))).toBe(value));

  it('absent ones are 0 and not their default', () =>
    expect(added(add('{"var":["revenue.ff.none",5]}'))).toBe('0'));

  it('an id goes before a name', () => {
    const cards = [card('USAGE um.1 um.2 1 1'), card('USAGE um.2 x 20 1')];
    expect(added(add(read('revenue.urc.um.2')), cards)).toBe('20');
  });

  it('two cards of one billable are read together', () => {
    const cards = [card('CREDIT_GRANT addon.1 a 1 10'), card('CREDIT_GRANT addon.1 b 2 20')];
    expect(added(add(`{"+":[${read('revenue.cg.addon.1')},${read('credit.cg.b')}]}`), cards)).toBe('23');
  });

  it('days are whole: a duration counts them', () => {
    const days = `{"duration.between":[${read('invoice.start_date')},${read('invoice.end_date')}]}`;
    expect(added(add(`{"*":[${days},75]}`))).toBe('2325'); // 31 × 75
    expect(added(add(`{"duration.as":[${days},"DAYS"]}`))).toBe('31');
    expect(evaluate([add(days)]).logs[0]?.variables['invoice.end_date']?.value).toBe('2024-06-01T00:00:00Z');
  });
});

describe('one after the other', () => {
  it('in the order of their places, whatever the order of the list', () => {
    const rules = [
      add(read('revenue.urc.calls'), { order: 3, id: 'c' }),
      update('usage.urc.calls', '100', { order: 1, id: 'a' }), // 100 × 0.1 = 10
      // 10.005 is 10.01
      update('revenue.urc.calls', `{"+":[${read('revenue.urc.calls')},0.005]}`, { order: 2, id: 'b' }),
    ];
    const { additions, logs } = evaluate(rules);
    expect(logs.map(({ ruleId }) => ruleId)).toEqual(['a', 'b', 'c']);
    expect(additions[0]?.rounding.rounded).toBe('10.01');
  });

  it('totals follow updates and not additions', () => {
    const rules = [
      update('revenue.ff.fee', '40'),
      add('1000', { order: 2 }),
      add(read('revenue.rate_card_total'), { order: 3 }), // 387 − 10
    ];
    expect(evaluate(rules).additions[1]?.rounding.rounded).toBe('377');
  });

  it('an addition is read by the id of its action', () => {
    const named = { type: 'ADD', id: 'bundle' } as const;
    const rules = [
      add('-1.005', { action: named }),
      add('2', { order: 2, action: named }),
      add(read('revenue.rule.bundle'), { order: 3 }), // −1.01 + 2
    ];
    expect(evaluate(rules).additions[2]?.rounding.rounded).toBe('0.99');
  });
});

describe('additions', () => {
  test.each<[computation: string, type: string, amount: string]>([
    ['10.005', 'CHARGE', '10.01'],
    ['-10.005', 'CHARGE', '-10.01'],
    ['10.005', 'DISCOUNT', '-10.01'],
    ['-10.005', 'DISCOUNT', '-10.01'],
    ['0', 'DISCOUNT', '0'],
  ])('%s as %s is %s', (computation, type, amount) =>
    expect(added(add(computation, { action: { type: 'ADD', metadata: { type } } }))).toBe(amount),
  );
});

describe('conditions', () => {
  test.each<[condition: string, outcome: string]>([
    ['{">":[{"var":"usage.urc.calls"},2999]}', '5'],
    ['{">":[{"var":"usage.urc.calls"},3000]}', 'CONDITION_FALSE'],
    ['{"var":"revenue.ff.none"}', 'CONDITION_FALSE'], // 0 is falsy
    ['{"/":[1,{"var":"revenue.ff.none"}]}', 'CONDITION_ERROR "/" divides by zero. Test the divisor first'],
    ['{">":["x",1]}', 'CONDITION_ERROR '],
  ])('%s: %s', (condition, outcome) => expect(added(add('5', { condition }))).toContain(outcome));
});

describe('whatever fails changes nothing, says why, and lets the next rule run', () => {
  const ones = (count: number) => `[${'1,'.repeat(count - 1)}1]`;
  test.each<[title: string, rule: RuleInput, reason: string]>([
    ['division by zero', add('{"/":[1,0]}'), '"/" divides by zero'],
    ['null', add('null'), 'the result is not a number'],
    ['text', add('"5"'), 'the result is not a number'],
    ['a boolean', add('true'), 'the result is not a number'],
    ['a missing operand', add('{"*":[null,1]}'), '"*" got no value'],
    ['35 digits', add('{"*":[99999999999999999,999999999999999999]}'), 'more digits before the point'],
    ['31 digits of usage', update('usage.urc.calls', `1${'0'.repeat(30)}`), 'more digits'],
    ['a number without end', add('{"reduce":[[1,1,1,1,1,1,1,1,1],{"*":[1e30,1e30]},1]}'), ''],
    ['out of gas', add(`{"map":[${ones(500)},{"map":[${ones(30)},{"!":1}]}]}`), 'too many steps'],
    ['broken logic', add('{"+":'), 'not valid JSON'],
    ['a tag as target', update('revenue.tag.api', '1'), 'the target must be'],
    ['two cards', update('revenue.urc.twice', '1'), 'the target means several rate cards'],
  ])('%s', (_, rule, reason) => {
    const cards = [...CARDS, card('USAGE twice a 1 1'), card('USAGE twice b 1 1')];
    const after = add(read('revenue.rate_card_total'), { order: 9 });
    const { logs, updates, additions } = evaluate([rule, after], cards);
    expect(logs[0]?.type).toBe('COMPUTATION_ERROR');
    expect(logs[0]?.changes.errorMessage).toContain(reason);
    expect(logs[0]?.changes.newRevenue).toBe(logs[0]?.changes.oldRevenue);
    expect(updates).toEqual([]);
    expect(additions.map(({ rounding }) => rounding.rounded)).toEqual(['389']);
  });

  it('many rules that each take what one may, after what all of them may', () => {
    const long = `{"reduce":[${ones(200)},{"+":[{"var":"current"},{"var":"accumulator"}]},0]}`;
    const rules = Array.from({ length: 40 }, (_, index) => add(long, { order: index + 1 }));
    const types = evaluate(rules).logs.map(({ type }) => type);
    const done = types.filter((type) => type === 'CONDITION_TRUE').length;
    expect(types.slice(0, done)).not.toContain('COMPUTATION_ERROR');
    expect(types.slice(done)).toEqual(Array(40 - done).fill('COMPUTATION_ERROR'));
    expect(done).toBeGreaterThan(10);
    expect(done).toBeLessThan(40);
  });

  it('a card that is not billed in this cycle is left alone, and nothing is computed', () => {
    const { logs } = evaluate([update('revenue.ff.addon.yearly', '{"/":[1,0]}')]);
    expect(logs[0]).toMatchObject({
      type: 'CONDITION_TRUE',
      changes: { key: 'revenue.ff.addon.yearly', oldRevenue: '0', newRevenue: '0' },
    });
    expect(logs[0]?.steps.at(-1)).toBe('its target is not billed here, so nothing changes');
  });
});

it('a log says what was read, what came out and what it changed', () => {
  const rule = update('usage.urc.um.a.b', `{"max":[{"-":[${read('usage.urc.um.a.b')},2325]},0]}`, {
    condition: `{">":[${read('revenue.tag.none')},-1]}`,
  });
  expect(evaluate([rule]).logs[0]).toEqual({
    ruleId: 'rule.1',
    ruleName: 'Rule',
    order: 1,
    type: 'CONDITION_TRUE',
    condition: rule.condition,
    computation: rule.computation,
    variables: {
      'revenue.tag.none': { name: 'revenue.tag.none', value: '0' },
      'usage.urc.um.a.b': { name: 'CALLS', value: '3000' },
    },
    changes: {
      key: 'usage.urc.um.a.b',
      keyName: 'CALLS',
      oldRevenue: '300',
      newRevenue: '67.5',
      oldUsage: '3000',
      newUsage: '675',
    },
    steps: [
      'condition: {">":[{"var":"revenue.tag.none"},-1]}',
      'computation: {"max":[{"-":[{"var":"usage.urc.um.a.b"},2325]},0]}',
      'revenue.tag.none is not on the invoice and counts as 0',
      'usage.urc.um.a.b = 3000',
      'the condition holds',
      'result: 675',
      'usage of CALLS: 3000 becomes 675',
      '675 × 0.1',
    ],
  });
});

it('ends with a log for any logic and any numbers', () => {
  const names = fc.constantFrom('usage.urc.calls', 'revenue.rate_card_total', 'invoice.start_date', 'x');
  const leaf = fc.oneof(
    names.map((name) => ({ var: name })),
    fc.integer(),
    fc.constantFrom(null, true, '', 'PT1H', [], '1e9'),
  );
  const { logic } = fc.letrec<{ logic: unknown }>((tie) => ({
    logic: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc
        .tuple(
          fc.constantFrom('+', '-', '*', '/', '%', 'max', 'if', '<', 'map', 'cat', 'date.add', 'var', '!'),
          fc.array(tie('logic'), { minLength: 1, maxLength: 3 }),
        )
        .map(([operator, args]) => ({ [operator]: args })),
    ),
  }));
  const targets = fc.constantFrom('usage.urc.calls', 'revenue.ff.fee', 'revenue.tag.api', 'revenue.ff.none');
  fc.assert(
    fc.property(logic, logic, fc.option(targets), (condition, computation, target) => {
      const texts = { condition: JSON.stringify(condition), computation: JSON.stringify(computation) };
      const rule = add('', { ...texts, ...(target && { action: { type: 'UPDATE', target } }) });
      const { logs, updates, additions } = evaluate([rule]);
      const isError = logs[0]?.type.endsWith('_ERROR');
      expect(logs).toHaveLength(1);
      expect(logs[0]?.changes.errorMessage !== undefined).toBe(isError);
      if (isError) expect([...updates, ...additions]).toEqual([]);
    }),
  );
});
