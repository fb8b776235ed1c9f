import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changesIn, exported, importInto } from '#test/configuration-scenario.ts';
import { rounds } from '#test/effort.ts';
import { type Reply, useService } from '#test/running-app.ts';

/**
 * Whatever a catalogue is: its document makes the same of an empty environment, and changes nothing a second
 * time. Two environments that are the same are so again after any other document.
 */
const service = useService();
const SEED = Number(process.env.CONFIGURATION_SEED ?? Date.now() % 1_000_000);
const CATALOGUES = rounds({ everyday: 4, full: 16 });

const odd = fc
  .array(fc.constantFrom(...['a', 'Ä', '"', '\\', '{', '}', '.', '$', ' ', "'", '/', '水', '🙂', '$&']), {
    ...{ minLength: 0, maxLength: 8 },
  })
  .map((letters) => letters.join(''));
/** An exact number whose digits a double would lose. */
const rate = fc
  .tuple(fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 0, max: 99_999_999 }))
  .map(([whole, part]) => JSON.rawJSON(`${whole}.${`${part}`.padStart(8, '0')}12345`));
const isOn = fc.boolean();

/** Of two meters, two add-ons and a feature, whose names are the same in all documents of a pair. */
interface Names {
  fees: [string, string];
  seat: string;
  feature: string;
}
const names = fc.record({ fees: fc.tuple(odd, odd), seat: odd, feature: odd }).map(
  ({ fees: [one, other], seat, feature }): Names => ({
    fees: [`1${one}1`, `2${other}2`],
    ...{ seat: `3${seat}3`, feature: `4${feature}4` },
  }),
);

/** Some of six cards, in any order. */
function cardsOf({ fees, seat, feature }: Names) {
  const slabs = [{ order: 1, startAfter: 0, priceType: 'PER_UNIT' }];
  const prices = rate.map((value) => ({
    ratePlan: { pricingModel: 'VOLUME', slabs },
    rateValues: [{ currency: 'USD', slabRates: [{ order: 1, rate: value }] }],
  }));
  const fee = (billable: string) =>
    fc.tuple(rate, isOn, odd).map(([value, enableProration, tag]) => ({
      ...{
        name: `fee ${billable.slice(0, 1)}`,
        type: 'FIXED_FEE',
        billable,
        invoiceTiming: 'IN_ARREARS',
        tag,
      },
      details: { fixedFeeRateCard: { rateValues: [{ currency: 'USD', rate: value }], enableProration } },
    }));
  const usage = (billable: string) =>
    prices.map((usageRateCard) => ({
      ...{ name: `use ${billable}`, type: 'USAGE', billable, invoiceTiming: 'IN_ARREARS' },
      details: { usageRateCard },
    }));
  const seats = prices.map((value) => ({
    ...{ name: 'seats', type: 'LICENSE', billable: seat, invoiceTiming: 'IN_ADVANCE' },
    details: { licenseRateCard: { ...value, enableProration: true } },
  }));
  const overage = prices.map((entitlementOverageRateCard) => ({
    ...{ name: 'over', type: 'ENTITLEMENT_OVERAGE', billable: feature, invoiceTiming: 'IN_ARREARS' },
    details: { entitlementOverageRateCard },
  }));
  return fc
    .tuple(fee(fees[0]), fee(fees[1]), usage('one'), usage('two'), seats, overage)
    .chain((cards) => fc.shuffledSubarray<object>(cards));
}

function documents(known: Names) {
  const { fees, seat, feature } = known;
  const all = cardsOf(known);
  const codes = [
    ...fees.map((name) => `revenue.ff.{${name}}`),
    `usage.lic.{${seat}}`,
    `usage.eo.{${feature}}`,
  ];
  const rules = fc.array(
    fc.record({ name: odd.map((name) => `r${name}`), read: fc.constantFrom(...codes, 'usage.urc.{one}') }),
    { maxLength: 4 },
  );
  return fc
    .record({ all, rules, description: odd, text: odd, isActive: isOn, isMetered: isOn })
    .map(({ all: rateCards, rules: read, description, text, isActive, isMetered }) => ({
      formatVersion: 1,
      eventSchemas: [
        {
          ...{ name: 'schema', status: 'ACTIVE', description: text, dimensions: [{ name: 'city' }] },
          attributes: [{ name: 'amount' }],
        },
      ],
      features: [
        {
          ...{ name: feature, billableName: text },
          schemaAssociations: isMetered ? [{ schemaName: 'schema', attributeName: 'amount' }] : [],
        },
      ],
      usageMeters: ['one', 'two'].map((name) => ({
        ...{ name, status: 'ACTIVE', type: 'COUNTER', aggregation: 'SUM', eventSchemaName: 'schema' },
        ...{ description: text, computations: [{ order: 1, computation: '{"var":"attribute.amount"}' }] },
      })),
      addOns: [
        ...fees.map((name) => ({ name, type: 'FIXED_FEE' })),
        { name: seat, type: 'LICENSE', billableName: `${text}seat` },
      ],
      pricePlans: [
        {
          ...{ name: 'Plan', type: 'BILLING', status: 'ACTIVE', supportedCurrencies: ['USD'], description },
          pricingCycleConfig: { interval: 'MONTHLY', gracePeriod: 1, startOffset: { dayOffset: '1' } },
          rateCards,
          pricingRules: read.map(({ name, read: variable }, index) => ({
            ...{ name, order: index + 1, computation: JSON.stringify({ '*': [{ var: variable }, 0.1] }) },
            action: { type: 'ADD' },
          })),
        },
        { name: 'Draft', type: 'PURCHASE', status: isActive ? 'ACTIVE' : 'DRAFT', ...PURCHASE },
      ],
      settings: [
        {
          ...{ entityType: 'ADD_ON', entity: seat, namespace: 'USER', id: 'note', name: 'Note' },
          ...{ value: text, dataType: 'STRING' },
        },
      ],
    }));
}
const PURCHASE = { supportedCurrencies: ['USD'], rateCards: [] };

const pairs = names.chain((drawn) => fc.tuple(documents(drawn), documents(drawn)));

test(`configuration comes back as it was (CONFIGURATION_SEED=${SEED})`, { timeout: 240_000 }, async () => {
  const drawn = fc.sample(pairs, { seed: SEED, numRuns: CATALOGUES });
  for (const [index, [first, second]] of drawn.entries()) {
    const left = (await service.createOrganization(`left-${index}`)).sandbox;
    const right = (await service.createOrganization(`right-${index}`)).production;
    expect((await importInto(left, first)).rows.filter((row) => row.startsWith('REFUSED'))).toEqual([]);
    const text = await exported(left);
    expect((await importInto(right, text)).response).toMatchObject({
      stored: true,
      updated: 0,
      unchanged: 0,
    });
    expect(await exported(right)).toBe(text);
    expect(changesIn((await importInto(right, text)).rows)).toEqual([]);
    expect(changesIn((await importInto(left, first)).rows)).toEqual([]);
    const dry = await importInto(left, second, { dryRun: true });
    expect(await exported(left)).toBe(text);
    const both = [await importInto(left, second), await importInto(right, second)];
    expect(both[0]?.rows).toEqual(both[1]?.rows);
    // The difference that a dry run reports, member by member, is what the import does.
    expect(dry.response.rows).toEqual(both[0]?.response.rows);
    if (both[0]?.response.stored) expectChanges(dry.response, { before: text, after: await exported(left) });
    else expect(await exported(left)).toBe(text);
    expect(await exported(right)).toBe(await exported(left));
  }
});

/** By the documents of the environment before and after: a row is updated if and only if its resource is. */
function expectChanges(
  { rows, others }: Reply['body'],
  { before, after }: { before: string; after: string },
): void {
  const [was, is] = [before, after].map(resourcesOf);
  const named = new Set(rows.map(({ type, name }: Record<string, string>) => `${type} ${name}`));
  for (const { type, name, action, changes = [], moreChanges = 0 } of rows) {
    const [left, right] = [was, is].map((side) => side?.get(`${type} ${name}`));
    const expected = left === undefined ? 'CREATED' : left === right ? 'UNCHANGED' : 'UPDATED';
    expect([type, name, action]).toEqual([type, name, expected]);
    expect(changes.length + moreChanges > 0).toBe(action === 'UPDATED');
    for (const { before: old, after: now } of changes) {
      expect(old).not.toBe(now);
      if (isPlain(old)) expect(left).toContain(old);
      if (isPlain(now)) expect(right).toContain(now);
    }
  }
  const kept = others.map(({ type, name }: Record<string, string>) => `${type} ${name}`);
  expect(kept).toEqual([...(was?.keys() ?? [])].filter((name) => !named.has(name)));
}

/** Text, number or truth that was not cut. */
function isPlain(json: string | undefined): json is string {
  return json !== undefined && !/^[[{]/.test(json) && !json.endsWith('…');
}

const TYPES: Readonly<Record<string, string>> = {
  ...{ eventSchemas: 'EVENT_SCHEMA', features: 'FEATURE', usageMeters: 'USAGE_METER', addOns: 'ADD_ON' },
  ...{ invoiceTemplates: 'INVOICE_TEMPLATE', pricePlans: 'PRICE_PLAN', settings: 'SETTING' },
};

function resourcesOf(text: string): Map<string, string> {
  const revive = (_: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' ? JSON.rawJSON(context?.source ?? '') : value;
  const { formatVersion: _, ...parts } = JSON.parse(text, revive as never);
  return new Map(
    Object.entries(parts).flatMap(([part, items]) =>
      (items as Record<string, string>[]).map((item): [string, string] => {
        const { namespace, id, entityType, entity, name } = item;
        const owner = entity === undefined ? '' : `.${entity}`;
        const called = part === 'settings' ? `setting.${namespace}.${id}.${entityType}${owner}` : name;
        return [`${TYPES[part]} ${called}`, JSON.stringify(item)];
      }),
    ),
  );
}
