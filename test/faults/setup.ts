import type { KilledService } from './killed-tallymark.ts';

export interface FaultSetup {
  meterId: string;
  accountIds: string[];
}

/** Accounts on a monthly plan of 1.00 USD a unit with no grace, from 1 January 2030. */
export async function setUpAccounts(service: KilledService, accounts: number): Promise<FaultSetup> {
  const { must } = service;
  await must('PUT', '/ext/v1/clock', { now: '2030-01-01T00:00:00Z' });
  await must('POST', '/customers', { id: 'c', name: 'Customer', primaryEmail: 'c@example.com', address: {} });
  await must('POST', '/event_schema', { name: 'calls', attributes: [{ name: 'n' }], dimensions: [] });
  await must('POST', '/event_schema/calls/activate');
  const meter = await must<{ id: string }>('POST', '/usage_meters', {
    name: 'calls',
    type: 'COUNTER',
    aggregation: 'SUM',
    eventSchemaName: 'calls',
    computations: [{ order: 1, computation: '{"var":"attributes.n"}' }],
  });
  await must('POST', `/usage_meters/${meter.id}/activate`);
  const plan = await must<{ id: string }>('POST', '/v2/price_plans', {
    name: 'plan',
    type: 'BILLING',
    supportedCurrencies: ['USD'],
    pricingCycleConfig: { interval: 'MONTHLY', gracePeriod: 0 },
  });
  const usageRateCard = {
    usageMeterId: meter.id,
    ratePlan: { pricingModel: 'TIERED', slabs: [{ order: 1, startAfter: 0, priceType: 'PER_UNIT' }] },
    rateValues: [{ currency: 'USD', slabRates: [{ order: 1, rate: 1 }] }],
  };
  const rateCard = {
    billableId: meter.id,
    type: 'USAGE',
    invoiceTiming: 'IN_ARREARS',
    rateCardDetails: { usageRateCard },
  };
  await must('POST', `/v2/price_plans/${plan.id}/rate_cards`, {
    operations: [{ actionType: 'CREATE', rateCardName: 'calls', rateCard }],
  });
  await must('POST', `/v2/price_plans/${plan.id}/finalize`, {});
  const accountIds = Array.from({ length: accounts }, (_, i) => `account-${i}`);
  for (const id of accountIds) {
    await must('POST', '/accounts', { id, name: `Account ${id}`, customerId: 'c' });
    const associationConfig = { pricePlanId: plan.id };
    const edit = {
      mode: 'ASSOCIATE',
      effectiveFrom: '2030-01-01',
      effectiveUntil: '9999-01-01',
      associationConfig,
    };
    await must('POST', `/v2/accounts/${id}/edit_schedules`, { edits: [edit] });
    await must('POST', `/v2/accounts/${id}/finalize_schedules`, {});
  }
  return { meterId: meter.id, accountIds };
}
