import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { RunningService } from '../processes.ts';
import {
  ACCOUNTS,
  ALIAS_EVERY,
  ATTRIBUTES,
  accountName,
  aliasName,
  DIMENSIONS,
  monthStart,
  SCHEMAS,
} from './events.ts';

const AT_ONCE = 8;

type Post = (path: string, body?: unknown) => Promise<{ id: string }>;

/**
 * What the events need, made over HTTP in production: three active schemas, the first with an enrichment, two
 * SUM meters on each; a monthly plan that prices all six; 1,000 accounts on it since the first of the month.
 * Returns when the drafts of the running cycle are open.
 */
export async function prepareCatalog(service: RunningService, owner: pg.Client): Promise<void> {
  const post: Post = (path, body = {}) => service.post(path, body) as Promise<{ id: string }>;
  const meters: string[] = [];
  for (const schema of SCHEMAS) meters.push(...(await openSchema(post, schema)));
  const planId = await publishPlan(post, meters);
  await post('/customers', { id: 'bench', name: 'Bench', primaryEmail: 'bench@example.com', address: {} });
  const accounts = Array.from({ length: ACCOUNTS }, (_, account) => account);
  const openNext = async () => {
    for (let account = accounts.pop(); account !== undefined; account = accounts.pop())
      await openAccount(post, { account, planId });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, openNext));
  await waitForScheduledWork(owner);
}

async function openSchema(post: Post, name: string): Promise<string[]> {
  await post('/event_schema', {
    name,
    attributes: ATTRIBUTES.map((attribute) => ({ name: attribute })),
    dimensions: DIMENSIONS.map((dimension) => ({ name: dimension })),
    filterFields: ['region'],
    ...(name === SCHEMAS[0] && { enrichments: { fields: [MINUTES] } }),
  });
  await post(`/event_schema/${name}/activate`);
  const ids: string[] = [];
  for (const attribute of ATTRIBUTES) {
    const isEnriched = name === SCHEMAS[0] && attribute === ATTRIBUTES[1];
    const read = isEnriched ? MINUTES.name : attribute;
    const { id } = await post('/usage_meters', {
      name: `${name} ${attribute}`,
      type: 'COUNTER',
      aggregation: 'SUM',
      eventSchemaName: name,
      computations: [{ order: 1, computation: JSON.stringify({ var: `attribute.${read}` }) }],
    });
    await post(`/usage_meters/${id}/activate`);
    ids.push(id);
  }
  return ids;
}

const MINUTES = {
  name: 'weighted_seconds',
  type: 'ATTRIBUTE',
  enrichmentType: 'JSON_LOGIC',
  value: JSON.stringify({ '*': [{ var: `attribute.${ATTRIBUTES[1]}` }, 1.25] }),
  order: 1,
};

async function publishPlan(post: Post, meters: readonly string[]): Promise<string> {
  const { id } = await post('/v2/price_plans', {
    name: 'Bench',
    type: 'BILLING',
    supportedCurrencies: ['USD'],
    pricingCycleConfig: { interval: 'MONTHLY', startOffset: { dayOffset: '1' }, gracePeriod: 2 },
  });
  const slabs = [{ order: 1, startAfter: 0, priceType: 'PER_UNIT' }];
  const usageRateCard = {
    ratePlan: { pricingModel: 'TIERED', slabs },
    rateValues: [{ currency: 'USD', slabRates: [{ order: 1, rate: 0.001 }] }],
  };
  const card = { type: 'USAGE', invoiceTiming: 'IN_ARREARS', rateCardDetails: { usageRateCard } };
  await post(`/v2/price_plans/${id}/rate_cards`, {
    operations: meters.map((billableId, i) => ({
      actionType: 'CREATE',
      rateCardName: `usage ${i + 1}`,
      rateCard: { ...card, billableId },
    })),
  });
  await post(`/v2/price_plans/${id}/finalize`);
  return id;
}

async function openAccount(post: Post, { account, planId }: { account: number; planId: string }) {
  const id = accountName(account);
  const aliases = account % ALIAS_EVERY === 0 ? [aliasName(account)] : [];
  await post('/accounts', { id, name: `Account ${account}`, customerId: 'bench', aliases });
  const days = {
    effectiveFrom: new Date(monthStart()).toISOString().slice(0, 10),
    effectiveUntil: '9999-01-01',
  };
  const associationConfig = { pricePlanId: planId };
  await post(`/v2/accounts/${id}/edit_schedules`, {
    edits: [{ mode: 'ASSOCIATE', ...days, associationConfig }],
  });
  await post(`/v2/accounts/${id}/finalize_schedules`);
}

/**
 * What follows from the schedules is done by the worker: the drafts are opened, one for each account, and the
 * audit log of all that is sealed. The jobs that wake it outlive the work that they were for; left in the
 * copies they would run while it is measured.
 */
async function waitForScheduledWork(owner: pg.Client): Promise<void> {
  await owner.query(`select graphile_worker.add_job('every_minute')`);
  for (;;) {
    const { rows } = await owner.query(`select
      (select count(*)::int from scheduled_work where due_at <= now()) as due,
      (select count(*)::int from graphile_worker._private_jobs
        where run_at <= now() and key like 'due:%') as jobs,
      (select count(*)::int from audit_unsealed) as unsealed,
      (select count(*)::int from invoices) as drafts`);
    const { due, jobs, unsealed, drafts } = rows[0];
    if (due === 0 && jobs === 0 && unsealed === 0 && drafts >= ACCOUNTS) return;
    await sleep(200);
  }
}
