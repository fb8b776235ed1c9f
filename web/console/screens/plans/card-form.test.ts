import { describe, expect, it, test } from 'vitest';
import type { RateCard } from '../../../api/generated/types.ts';
import { amountRow, CARD_TYPES, type CardFields, type CardType, newCard } from './card-fields.ts';
import { cardForm } from './card-form.ts';
import { readProblems } from './card-problems.ts';
import { planSnippet } from './plan-snippet.ts';
import { operationsOf, TEMPLATES } from './plan-templates.ts';
import { fieldsOf } from './stored-card.ts';

const say = Object.assign((key: string) => key, { count: (key: string) => key }) as never;
const plan = { id: 'pp.1', currencies: ['USD', 'EUR'] };

const tier = (from: string, to: string, rate: string) => ({
  ...{ from, to, priceType: 'PACKAGE', packageSize: '100' },
  ...{
    'rate.USD': rate,
    'min.USD': '1',
    'max.USD': '',
    'rate.EUR': `-${rate}`,
    'min.EUR': '',
    'max.EUR': '9.5',
  },
});
/** Every field has a value that the type can have. */
const full = (type: CardType): CardFields => ({
  ...newCard(type, plan),
  ...{ name: 'card', displayName: 'A card', tag: 'group', model: 'VOLUME', maximumQuantity: '5000' },
  ...(type !== 'MINIMUM_COMMITMENT' && { billableId: 'thing.1' }),
  tiers: [tier('0', '1000.5', '0.1'), tier('1000.5', '', '0.000000001')],
  amounts: plan.currencies.map((currency) =>
    amountRow(currency, { rate: '49.99', credits: '100', minimum: '5', maximum: '500' }),
  ),
  ...{ isProrated: true, refundMode: 'WALLET', recurrence: 'RECURRING', interval: '3', offset: '1' },
  ...{ licenseType: 'LICENSE', usageCycle: 'WEEKLY', windows: [{ from: 'PT0S', until: 'P1M', limit: '7' }] },
  ...{ priority: '2', expiryType: 'CUSTOM', expiryDuration: 'P90D', applicableIds: 'um.1, um.2' },
  includesAdvanceFees: true,
});
const formOf = (type: CardType, initial = full(type)) =>
  cardForm({ type, initial, currencies: plan.currencies }, say);

/** A sent card as the service shows it, with its decimals as text. */
function stored(type: CardType, fields = full(type)): RateCard {
  const { rateCard } = formOf(type).read(fields);
  const text = JSON.stringify(rateCard).replace(
    /([:[,])(-?\d+(?:\.\d+)?)(?=[,}\]])/g,
    (all, mark, number, at, whole) =>
      /"(?:order|interval|offset|startOffset|priority)"$/.test(whole.slice(0, at))
        ? all
        : `${mark}"${number}"`,
  );
  return { ...JSON.parse(text), name: 'card', pricePlanId: plan.id, currencies: plan.currencies };
}

describe.each(CARD_TYPES)('a %s card', (type) => {
  it('can be sent when every field has a value', () => expect(formOf(type).check(full(type))).toEqual({}));

  it('is the same when it is read and sent again', () => {
    const again = formOf(type).read(fieldsOf(stored(type), plan));
    expect(JSON.stringify(again.rateCard)).toBe(JSON.stringify(formOf(type).read(full(type)).rateCard));
  });

  it('that is new has errors at its empty fields only', () => {
    const errors = Object.keys(formOf(type).check(newCard(type, plan)));
    expect(errors.every((path) => /^(billableId|tiers|amounts|windows)/.test(path))).toBe(true);
    expect(errors.length).toBeGreaterThan(0);
  });
});

test('a currency that the plan gained has empty prices, with errors', () => {
  const more = { id: 'pp.1', currencies: ['USD', 'EUR', 'JPY'] };
  const fields = fieldsOf(stored('USAGE'), more);
  const errors = cardForm({ type: 'USAGE', initial: fields, currencies: more.currencies }, say).check(fields);
  expect(Object.keys(errors)).toEqual(['tiers.0.rate.JPY', 'tiers.1.rate.JPY', 'tiers']);
});

test('a price that events carry needs its meter and no cap', () => {
  const [first] = full('USAGE').tiers;
  const fields = { ...full('USAGE'), tiers: [{ ...first, to: '', priceType: 'DYNAMIC' }] } as CardFields;
  expect(formOf('USAGE').check(fields)).toEqual({
    priceMeterId: 'priceMeterNeeded',
    maximumQuantity: 'dynamicUncapped',
  });
});

test.each([
  [
    'operations[0].rateCard.rateCardDetails.usageRateCard.ratePlan.slabs[1].startAfter: must be larger; x: y',
    [
      { field: 'tiers.1.from', sentence: 'Must be larger' },
      { field: null, sentence: 'Y' },
    ],
  ],
  [
    'operations[0].rateCard.invoiceTiming: must be one of A',
    [{ field: 'timing', sentence: 'Must be one of A' }],
  ],
  ['has no price in EUR', [{ field: null, sentence: 'has no price in EUR' }]],
])('%s', (message, problems) => expect(readProblems(message)).toEqual(problems));

test('the commands of a plan create it and its cards, with every digit', () => {
  const terms = { id: 'pp.1', name: "Pro's", type: 'BILLING', supportedCurrencies: ['USD'] };
  const cards = [stored('USAGE'), { ...stored('MINIMUM_COMMITMENT'), name: 'least' }];
  const text = planSnippet(terms as never, cards);
  expect(text).toContain('PLAN=$(curl -X POST "$API/v2/price_plans"');
  expect(text).toContain(`"name": "Pro'\\''s"`);
  expect(text).toContain('"$API/v2/price_plans/$PLAN/rate_cards"');
  expect(text).toContain('"rate": 0.000000001');
  expect(text).toContain(`"billableId": "'"$PLAN"'"`);
  expect(text).toContain('"rateCardName": "least"');
});

test.each(TEMPLATES)('the cards of the template %s have no errors', (template) => {
  const filled = { planId: 'pp.1', currencies: plan.currencies, meterId: 'um.1', addOnId: 'ao.1' };
  for (const { rateCard } of operationsOf(template, filled)) {
    const card = JSON.parse(JSON.stringify(rateCard), (_, value) =>
      typeof value === 'number' ? String(value) : value,
    );
    const fields = fieldsOf({ ...card, name: '' }, plan);
    expect(
      cardForm({ type: card.type, initial: fields, currencies: plan.currencies }, say).check(fields),
    ).toEqual({});
  }
});
