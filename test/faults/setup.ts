import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from './tallymark-process.ts';

export interface FaultSetup {
  meterId: string;
  accountIds: string[];
}

/** Accounts on a monthly plan of 1.00 USD a unit with no grace, from 1 January 2030. */
export async function setUpAccounts({ must }: Caller, accounts: number): Promise<FaultSetup> {
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

/**
 * Whether work that falls due in real time is still done, by the worker and not on a request's way: an event
 * that waits for its schema is processed again once that is active. Returns its status then.
 */
export async function reprocessInRealTime({ must }: Caller, schemaName: string): Promise<string> {
  const timestamp = new Date().toISOString();
  const event = { id: schemaName, schemaName, timestamp, accountId: 'a', attributes: [], dimensions: {} };
  await must('POST', '/ingest', { event });
  await must('POST', '/event_schema', { name: schemaName, attributes: [], dimensions: [] });
  await must('POST', `/event_schema/${schemaName}/activate`);
  for (let waitedMs = 0; ; waitedMs += 50) {
    const { events } = await must<Occurrences>('GET', `/events/${schemaName}`);
    const status = events[0]?.ingestionStatus.status ?? 'none';
    if (status !== 'INGESTION_FAILED_SCHEMA_NOT_DEFINED' || waitedMs > 180_000) return status;
    await sleep(50);
  }
}

interface Occurrences {
  events: { ingestionStatus: { status: string } }[];
}
