import type pg from 'pg';
import type { RunningService } from './processes.ts';

export type Post = (path: string, body?: unknown) => Promise<{ id: string }>;

export function posting(service: RunningService): Post {
  return (path, body = {}) => service.post(path, body, '/sandbox') as Promise<{ id: string }>;
}

const TIERS = [
  { order: 1, startAfter: 0, rate: 0.01 },
  { order: 2, startAfter: 100, rate: 0.008 },
  { order: 3, startAfter: 1000, rate: 0.005 },
];

function usageCard(meterId: string, name: string) {
  return {
    actionType: 'CREATE',
    rateCardName: name,
    rateCard: {
      billableId: meterId,
      type: 'USAGE',
      invoiceTiming: 'IN_ARREARS',
      rateCardDetails: {
        usageRateCard: {
          ratePlan: {
            pricingModel: 'TIERED',
            slabs: TIERS.map(({ order, startAfter }) => ({ order, startAfter, priceType: 'PER_UNIT' })),
          },
          rateValues: [{ currency: 'USD', slabRates: TIERS.map(({ order, rate }) => ({ order, rate })) }],
        },
      },
    },
  };
}

function feeCard(addOnId: string, name: string) {
  return {
    actionType: 'CREATE',
    rateCardName: name,
    rateCard: {
      billableId: addOnId,
      type: 'FIXED_FEE',
      invoiceTiming: 'IN_ARREARS',
      rateCardDetails: {
        fixedFeeRateCard: { rateValues: [{ currency: 'USD', rate: 19.99 }], enableProration: true },
      },
    },
  };
}

/**
 * Each with five cards: three of usage in tiers, two fees. One account through the API, the others as copies
 * of its rows; then every cycle is opened.
 */
export async function prepareAccounts(
  service: RunningService,
  owner: pg.Client,
  accounts: number,
): Promise<void> {
  const post = posting(service);
  const attributes = ['a', 'b', 'c'].map((name) => ({ name }));
  await post('/event_schema', { name: 'bench', attributes, dimensions: [] });
  await post('/event_schema/bench/activate');
  const cards = [];
  for (const { name } of attributes) {
    const computations = [{ order: 1, computation: JSON.stringify({ var: `attribute.${name}` }) }];
    const terms = { type: 'COUNTER', aggregation: 'SUM', eventSchemaName: 'bench', computations };
    const { id } = await post('/usage_meters', { name, ...terms });
    await post(`/usage_meters/${id}/activate`);
    cards.push(usageCard(id, `usage ${name}`));
  }
  for (const name of ['base', 'support']) {
    const { id } = await post('/addons', { name, type: 'FIXED_FEE' });
    cards.push(feeCard(id, name));
  }
  const plan = await post('/v2/price_plans', {
    name: 'Bench',
    type: 'BILLING',
    supportedCurrencies: ['USD'],
    pricingCycleConfig: { interval: 'MONTHLY', startOffset: { dayOffset: '1' }, gracePeriod: 1 },
  });
  await post(`/v2/price_plans/${plan.id}/rate_cards`, { operations: cards });
  await post(`/v2/price_plans/${plan.id}/finalize`);
  await post('/customers', { id: 'bench', name: 'Bench', primaryEmail: 'bench@example.com', address: {} });
  await post('/accounts', { id: 'account-1', name: 'Account 1', customerId: 'bench' });
  const config = { associationConfig: { pricePlanId: plan.id } };
  const days = { effectiveFrom: '2031-01-01', effectiveUntil: '9999-01-01' };
  await post('/v2/accounts/account-1/edit_schedules', { edits: [{ mode: 'ASSOCIATE', ...days, ...config }] });
  await post('/v2/accounts/account-1/finalize_schedules');
  await copyAccount(owner, accounts);
  await service.moveClock('2031-01-01T00:00:01Z');
}

async function copyAccount(owner: pg.Client, accounts: number): Promise<void> {
  await copyRows(owner, {
    accounts,
    table: 'accounts',
    numbered: { id: 'account', platform_id: 'platform' },
  });
  await copyRows(owner, { accounts, table: 'schedules', numbered: { id: 'sch', account_id: 'account' } });
  await copyRows(owner, { accounts, table: 'schedule_timelines', numbered: { account_id: 'account' } });
  // What the change of a timeline plans; that of the first account may be done already.
  await owner.query(
    `insert into scheduled_work (org_id, kind, key, due_at, rank, payload)
     select org_id, 'schedules.changed', id, '2031-01-01', 10, jsonb_build_object('accountId', id)
     from accounts where id <> 'account-1'`,
  );
}

/** Copies the only row of a table, with numbered texts in the columns that tell the copies apart. */
async function copyRows(
  owner: pg.Client,
  copy: { accounts: number; table: string; numbered: Record<string, string> },
): Promise<void> {
  const { accounts, table, numbered } = copy;
  const { rows } = await owner.query(
    `select column_name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
    [table],
  );
  const names = rows.map(({ column_name: name }) => name as string);
  const values = names.map((name) => (numbered[name] ? `'${numbered[name]}-' || n` : `source.${name}`));
  await owner.query(
    `insert into ${table} (${names.join(', ')})
     select ${values.join(', ')}
     from (select * from ${table} limit 1) source, generate_series(2, $1::int) n`,
    [accounts],
  );
}

export async function sendUsage(post: Post, accounts: number): Promise<void> {
  const events = Array.from({ length: accounts * 4 }, (_, n) => ({
    id: `event-${n}`,
    schemaName: 'bench',
    accountId: `account-${1 + (n % accounts)}`,
    timestamp: '2031-01-01T00:00:00Z',
    attributes: ['a', 'b', 'c'].map((name, index) => ({
      name,
      value: String(1 + ((n * (index + 3)) % 700)),
    })),
    dimensions: {},
  }));
  for (let sent = 0; sent < events.length; sent += 1000)
    await post('/ingestBatch', { events: events.slice(sent, sent + 1000) });
}
