import type { Api } from './api.ts';

const SCHEMA = 'api-traffic';

/**
 * Customer, account, event schema, three meters, a plan with five prices, and the plan's start on 15 January
 * 2030.
 */
export async function setUp({ call }: Api): Promise<void> {
  await call('PUT', '/ext/v1/clock', { now: '2030-01-10T00:00:00Z' });
  const address = { line1: '12 Harbour Street', postalCode: '20457', city: 'Hamburg', country: 'DE' };
  await call('PATCH', '/ext/v1/organization', {
    name: 'Northwind Cloud Ltd',
    primaryEmail: 'billing@northwind.example',
    address: { line1: '1 Tower Road', postalCode: 'EC1A 1AA', city: 'London', country: 'GB' },
  });
  await call('POST', '/customers', {
    id: 'acme',
    name: 'Acme GmbH',
    primaryEmail: 'ap@acme.example',
    address,
  });
  await call('POST', '/accounts', {
    id: 'acme-production',
    name: 'Acme production',
    customerId: 'acme',
    aliases: ['cluster-7'],
    netTermDays: 30,
    address,
  });
  await call('POST', '/event_schema', {
    name: SCHEMA,
    attributes: [{ name: 'calls' }, { name: 'storage_gb' }, { name: 'egress_gb' }],
    dimensions: [{ name: 'region' }],
    filterFields: ['region'],
  });
  await call('POST', `/event_schema/${SCHEMA}/activate`);
  const meters = {
    calls: await createMeter(call, 'API calls', 'calls'),
    storage: await createMeter(call, 'Storage', 'storage_gb'),
    egress: await createMeter(call, 'Egress', 'egress_gb'),
  };
  await createPlan(call, meters);
}

async function createMeter(call: Api['call'], name: string, attribute: string): Promise<string> {
  const { id } = await call('POST', '/usage_meters', {
    name,
    type: 'COUNTER',
    aggregation: 'SUM',
    eventSchemaName: SCHEMA,
    computations: [{ order: 1, computation: JSON.stringify({ var: `attributes.${attribute}` }) }],
  });
  await call('POST', `/usage_meters/${id}/activate`);
  return id;
}

async function createPlan(
  call: Api['call'],
  meters: Record<'calls' | 'storage' | 'egress', string>,
): Promise<void> {
  const base = (await call('POST', '/addons', { name: 'Base fee', type: 'FIXED_FEE' })).id;
  const support = (await call('POST', '/addons', { name: 'Support', type: 'FIXED_FEE' })).id;
  const plan = (
    await call('POST', '/v2/price_plans', {
      name: 'Pay as you grow',
      type: 'BILLING',
      supportedCurrencies: ['USD'],
      pricingCycleConfig: {
        interval: 'MONTHLY',
        startOffset: { dayOffset: '1', monthOffset: 'NIL' },
        gracePeriod: 2,
      },
    })
  ).id;
  const perUnit = (order: number, startAfter: number) => ({ order, startAfter, priceType: 'PER_UNIT' });
  const pack = (order: number, startAfter: number) => ({
    order,
    startAfter,
    priceType: 'PACKAGE',
    slabConfig: { packageSize: '100' },
  });
  const cards = [
    usageCard(
      meters.calls,
      { pricingModel: 'TIERED', slabs: [perUnit(1, 0), perUnit(2, 1000), perUnit(3, 10000)] },
      [0.01, 0.008, 0.005],
    ),
    usageCard(meters.storage, { pricingModel: 'VOLUME', slabs: [pack(1, 0), pack(2, 1000)] }, [7.5, 6.25]),
    usageCard(meters.egress, { pricingModel: 'TIERED', slabs: [perUnit(1, 0)] }, [0.0149]),
    feeCard(base, { invoiceTiming: 'IN_ARREARS', rate: 49, enableProration: true }),
    feeCard(support, { invoiceTiming: 'IN_ADVANCE', rate: 20, enableProration: false }),
  ];
  await call('POST', `/v2/price_plans/${plan}/rate_cards`, {
    operations: cards.map((rateCard, i) => ({
      actionType: 'CREATE',
      rateCardName: `card-${i + 1}`,
      rateCard,
    })),
  });
  await call('POST', `/v2/price_plans/${plan}/finalize`, {});
  await call('POST', '/v2/accounts/acme-production/edit_schedules', {
    edits: [
      {
        mode: 'ASSOCIATE',
        effectiveFrom: '2030-01-15',
        effectiveUntil: '9999-01-01',
        associationConfig: { pricePlanId: plan },
      },
    ],
  });
  await call('POST', '/v2/accounts/acme-production/finalize_schedules', {});
}

function usageCard(meter: string, ratePlan: object, rates: number[]): object {
  const slabRates = rates.map((rate, i) => ({ order: i + 1, rate }));
  const usageRateCard = { usageMeterId: meter, ratePlan, rateValues: [{ currency: 'USD', slabRates }] };
  return {
    billableId: meter,
    type: 'USAGE',
    invoiceTiming: 'IN_ARREARS',
    rateCardDetails: { usageRateCard },
  };
}

function feeCard(
  addOn: string,
  fee: { invoiceTiming: string; rate: number; enableProration: boolean },
): object {
  const { invoiceTiming, rate, enableProration } = fee;
  const fixedFeeRateCard = {
    id: addOn,
    type: 'RECURRING',
    invoiceTiming,
    enableProration,
    rateValues: [{ currency: 'USD', rate }],
  };
  return { billableId: addOn, type: 'FIXED_FEE', invoiceTiming, rateCardDetails: { fixedFeeRateCard } };
}

/** 17 days of usage, three events a day, sent day by day as the clock moves; one of them is sent twice. */
export async function sendUsage({ call }: Api): Promise<number> {
  let sent = 0;
  for (let day = 15; day <= 31; day++) {
    await call('PUT', '/ext/v1/clock', { now: `2030-01-${day}T18:00:00Z` });
    const attributes = { calls: '800', storage_gb: '91.2', egress_gb: '72.61' };
    const events = Object.entries(attributes).map(([name, value], i) => ({
      id: `${day}-${name}`,
      schemaName: SCHEMA,
      timestamp: `2030-01-${day}T${String(9 + i).padStart(2, '0')}:30:00Z`,
      accountId: i === 0 ? 'acme-production' : 'cluster-7',
      attributes: Object.keys(attributes).map((key) => ({ name: key, value: key === name ? value : '0' })),
      dimensions: { region: 'eu-west' },
    }));
    sent += events.length;
    await call('POST', '/ingestBatch', { events });
    if (day === 20) await call('POST', '/ingest', { event: events[0] });
  }
  return sent;
}
