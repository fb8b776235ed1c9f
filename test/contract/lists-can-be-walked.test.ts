import { beforeAll, describe, expect, it } from 'vitest';
import { areas } from '#app';
import type { Operation } from '#platform/http/operation.ts';
import { grantForDecember, SPENDER, spendFromWallet } from '#test/balance-scenario.ts';
import { setAutoAdvance } from '#test/bill-run-scenario.ts';
import { openAccount } from '#test/billing-scenario.ts';
import { exampleOf, pathOf, send } from '#test/every-operation.ts';
import { buildWorld, type World } from '#test/example-world.ts';
import { keepApprovals } from '#test/examples/approvals.ts';
import { sendUncovered } from '#test/examples/events.ts';
import { nameSomebody } from '#test/examples/licenses.ts';
import { pricingRuleExamples } from '#test/examples/pricing-rules.ts';
import { keepRequest } from '#test/examples/request-log.ts';
import { keepResult, keepSimulation } from '#test/examples/simulations.ts';
import { ingestCall, sellCalls } from '#test/feature-scenario.ts';
import { grantCredits } from '#test/granted-credits.ts';
import { payInvoice } from '#test/payment-scenario.ts';
import { owe } from '#test/receivable-scenario.ts';
import { useService } from '#test/running-app.ts';

/** Every list, walked one row a page by each of its sort fields: its cursor must fit its columns. */
const service = useService();
const operations = areas.flatMap((area) => area.operations);
const lists = operations.filter((operation) => operation.list);
/** What puts a second row into each list. */
const MORE = [
  ...[
    'createCustomer',
    'createAccount',
    'createAddOn',
    'createSetting',
    'createAliases',
    'addAccountAliases',
  ],
  ...['createEventSchema', 'createUsageMeter', 'createPricePlanV2', 'createApiKey', 'ingestBatch'],
  ...['updatePricePlanV2', 'editAccountSchedules', 'createFeature', 'createInvoiceGroup'],
  ...['createCustomerContact', 'createPortalToken', 'createLicenseUpdate', 'createNote', 'createSavedView'],
];

let world: World;
/** By operation: the records whose lists have rows, where those of the world have none. */
const OWN_IDS: Record<string, Record<string, string>> = { listWalletUses: { account_id: SPENDER } };
const NOW = '2030-04-15T00:00:00Z';

beforeAll(async () => {
  world = await buildWorld(service, 'walked');
  await world.client.must.post('/ext/v1/invitations', { email: 'second@walked.example', role: 'ANALYST' });
  for (const id of MORE) {
    const operation = operations.find((each) => each.id === id) as Operation;
    const { prepare: _, body, query } = exampleOf(operation, world);
    const path = pathOf(operation, world.ids) + (query ? `?${query}` : '');
    const reply = await send(world.client, operation, { path, body });
    expect([id, reply.status, reply.text]).toEqual([id, operation.response.status, expect.anything()]);
  }
  await world.client.must.post(`/v2/accounts/${world.ids.account_id}/finalize_schedules`, {});
  const [planId, simulation] = [world.ids.price_plan_id ?? '', world.ids.simulation_id ?? ''];
  await keepSimulation(service, { organization: 'walked', planId, accountId: world.ids.account_id ?? '' });
  await keepResult(service, world.client, { organization: 'walked', id: simulation, n: 1 });
  await keepApprovals(service, 'walked', world.ids.user_id ?? '');
  for (const n of [1, 2]) await nameSomebody(world, n);
  await pricingRuleExamples.listPricingRules?.(world).prepare?.(world);
  const keyId = world.ids.api_key_id ?? '';
  for (const _ of [1, 2]) await keepRequest(service, { organization: 'walked', keyId });
  const group = `/invoice_groups/${world.ids.invoice_group_id}`;
  await world.client.must.post(`${group}/add_accounts`, { accountIds: ['third'] });
  const accountId = world.ids.account_id ?? '';
  world.ids.credit_id = await grantForDecember(world.client, accountId);
  for (const amount of [1, 2]) await owe(world.client, accountId, { amount });
  // The drafts of February and March wait for a bill run.
  const account = { entityType: 'ACCOUNT', entityId: world.ids.account_id ?? '' } as const;
  await setAutoAdvance(world.client, account, false);
  await world.client.setClock(NOW);
  await openAccount(world.client, SPENDER);
  for (const _ of [1, 2]) await spendFromWallet(world.client);
  const { data } = await world.client.must.get(`/ext/v1/receivables/invoices?account_id=${accountId}`);
  const paid = { accountId, invoiceId: data[0].id, amount: 0.01 };
  for (const _ of [1, 2]) await payInvoice(world.client, paid);
  OWN_IDS.listInvoicePayments = { invoice_id: paid.invoiceId };
  const groupId = world.ids.invoice_group_id ?? '';
  await owe(world.client, groupId, { amount: 3, ownerType: 'INVOICE_GROUP' });
  for (const region of ['north', 'south']) await sendUncovered(world.client, { accountId, region, at: NOW });
  await useBeyondCredits();
});

async function useBeyondCredits(): Promise<void> {
  const [featureId, { client }] = [await sellCalls(world.client), world];
  const dates = { from: '2030-04-01T00:00:00Z', until: '2030-05-01T00:00:00Z' };
  const beyond = {
    ...dates,
    id: 'beyond',
    accountId: SPENDER,
    featureId,
    source: 'OVERAGE' as const,
    granted: null,
  };
  await grantCredits(service, [beyond], 'walked');
  for (const id of ['one', 'two']) await ingestCall(client, id, { account: SPENDER, minutes: '2', at: NOW });
  OWN_IDS.listOverageEvents = { account_id: SPENDER, feature_id: featureId };
}

/** Links are made for each answer and differ from second to second. */
const withoutLinks = (name: string, value: unknown) => (name === 'pdfUrl' ? undefined : value);

async function walk(path: string): Promise<string[]> {
  const rows: string[] = [];
  for (let next = path; rows.length < 200; ) {
    const page = await world.client.must.get(next);
    for (const row of page.data ?? page.events ?? page.accounts) rows.push(JSON.stringify(row, withoutLinks));
    if (!page.nextToken) return rows;
    next = `${path.split('?')[0]}?nextToken=${page.nextToken}`;
  }
  throw new Error('the walk has no end');
}

describe('a walk of one row a page shows what one page shows', () => {
  it.each(lists.map((operation) => [operation.id, operation] as const))('%s', async (_, operation) => {
    const { query = '' } = exampleOf(operation, world);
    const path = `${pathOf(operation, { ...world.ids, ...OWN_IDS[operation.id] })}?${query}`;
    for (const name of Object.keys(operation.list?.sortable ?? {})) {
      const whole = await walk(`${path}&_sort=${name}:ASC`);
      expect(whole.length, `${operation.id} has rows`).toBeGreaterThan(1);
      expect(await walk(`${path}&pageSize=1&_sort=${name}:ASC`), name).toEqual(whole);
      const reversed = await walk(`${path}&_sort=${name}:DESC`);
      expect(await walk(`${path}&pageSize=1&_sort=${name}:DESC`), name).toEqual(reversed);
      expect(reversed.toSorted()).toEqual(whole.toSorted());
    }
  });
});
