import { sql } from 'kysely';
import { editTimeline, openAccount, publishPlan, use } from './billing-scenario.ts';
import { buildWorld, callCard, feeCard, PLAN, type World } from './example-world.ts';
import { keepAlerts } from './examples/alerts.ts';
import { keepPurchases } from './examples/purchases.ts';
import { asSandbox } from './metering-scenario.ts';
import { addContact, claimsOf, withPortalToken } from './portal.ts';
import type { Client, Service } from './running-app.ts';

/** One resource of every type for an account, by the names of path parameters. */
type Ids = Record<string, string>;

/**
 * Two customers of one organization: the portal tokens cover the account `mine`, `sibling` is another one of
 * the same customer, and `theirs` belongs to the other customer. Each has the same resources.
 */
export interface PortalWorld {
  world: World;
  organization: string;
  mine: Ids;
  sibling: Ids;
  theirs: Ids;
  /** Portal tokens for `mine`. */
  reader: Client;
  writer: Client;
}

const USED = { mine: '5', sibling: '70', theirs: '900' };

export async function buildPortalWorld(service: Service, organization: string): Promise<PortalWorld> {
  const world = await buildWorld(service, organization, 'other');
  const { client } = world;
  await openAccount(client, 'mine', { aliases: ['mine-alias'], metadata: { secret: 'x' } });
  await openAccount(client, 'theirs', { aliases: ['theirs-alias'], metadata: { secret: 'x' } });
  await client.must.post('/accounts', { id: 'sibling', name: 'Sibling', customerId: 'customer-mine' });
  const plan = await publishPlan(client, { ...PLAN, name: 'For portals', cards: cardsOf(world.ids) });
  for (const [account, amount] of Object.entries(USED)) await furnish(world, { account, plan, amount });
  // January is issued and printed, February is a draft.
  await client.setClock('2030-02-02T00:00:00Z');
  const about = (account: string, customer: string) =>
    idsOf(service, { organization, world, account, customer });
  const mine = await about('mine', 'customer-mine');
  const tokens = await Promise.all(
    (['READ', 'WRITE'] as const).map(async (mode) => {
      const email = `${mode.toLowerCase()}@mine.example`;
      await addContact(client, { customer: 'customer-mine', email, access: { accountIds: ['mine'], mode } });
      return (await client.must.post(`/organizations/${organization}/token`, { email })).token as string;
    }),
  );
  return {
    ...{ world, organization, mine },
    sibling: await about('sibling', 'customer-mine'),
    theirs: await about('theirs', 'customer-theirs'),
    reader: withPortalToken(service, tokens[0] ?? ''),
    writer: withPortalToken(service, tokens[1] ?? ''),
  };
}

function cardsOf(ids: Ids) {
  const [meter, fee, feature] = [ids.usage_meter_id ?? '', ids.addon_id ?? '', ids.feature_id ?? ''];
  const windows = [{ effectiveUntil: 'P1M', featureCreditLimit: 100 }];
  const entitlement = { windows, slabs: [{ rate: 0.1 }] };
  return [
    callCard(meter),
    feeCard(fee),
    { type: 'BILLING_ENTITLEMENT', billableId: feature, timing: 'IN_ADVANCE', entitlement } as const,
  ];
}

async function furnish(
  { client, ids }: World,
  { account, plan, amount }: { account: string; plan: string; amount: string },
): Promise<void> {
  await editTimeline(client, account, [{ planId: plan, from: '2030-01-01' }]);
  await use(client, { meter: ids.event_schema_name ?? '', account, at: '2030-01-01T00:00:00Z', amount });
  const times = { effectiveFrom: '2030-01-01', creditAmount: 1, priority: 1 };
  const keys = { grantorId: 'campaign', idempotencyKey: 'grant' };
  await client.must.post('/credits', {
    creditRequests: [{ accountId: account, purpose: `For ${account}`, ...times, ...keys }],
  });
  await client.must.post('/settings', {
    ...{ id: 'note', name: 'Note', value: `note of ${account}`, namespace: 'USER', dataType: 'STRING' },
    ...{ entityType: 'ACCOUNT', entityId: account },
  });
}

async function idsOf(
  service: Service,
  about: { organization: string; world: World; account: string; customer: string },
): Promise<Ids> {
  const { organization, world, account, customer } = about;
  const { client } = world;
  const list = async (path: string) => (await client.must.get(path)).data;
  const [schedule] = await list(`/v2/accounts/${account}/schedules?mode=ACTIVE`);
  const invoices = await list(`/invoices?owner_id=${account}&status=DUE,PAID`);
  const [credit] = await list(`/credits?account_id=${account}`);
  const feature = `/accounts/${account}/features/${world.ids.feature_id}`;
  const [entry] = await list(`${feature}/entries`);
  const file = await asSandbox(
    service,
    async (tx, { orgId }) => {
      const { rows } = await sql<{ id: string }>`select id from files where org_id = ${orgId}
        and kind = 'INVOICE_PDF' and owner_id = any(${invoices.map(({ id }: { id: string }) => id)})`.execute(
        tx,
      );
      return rows[0]?.id ?? '';
    },
    organization,
  );
  const username = await addContact(client, { customer, email: `${account}@ids.example` });
  const sent = { customerId: customer, accountIds: [account] };
  const { token } = await client.must.post('/portal/token', sent);
  const meterId = world.ids.usage_meter_id ?? '';
  return {
    ...{ account_id: account, customer_id: customer, schedule_id: schedule.id, invoice_id: invoices[0].id },
    ...{ credit_id: credit.id, entry_id: entry.id, file_id: file, username, jti: claimsOf(token).jti },
    ...(await keepAlerts(service, { organization, accountId: account, meterId })),
    ...(await keepPurchases(service, { organization, accountId: account })),
  };
}
