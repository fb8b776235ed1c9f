import { beforeAll, describe, expect, it } from 'vitest';
import { areas } from '#app';
import { grantForDecember, SPENDER, spendFromWallet } from '#test/balance-scenario.ts';
import { editTimeline, openAccount, use } from '#test/billing-scenario.ts';
import { exampleOf, pathOf } from '#test/every-operation.ts';
import { buildWorld, SETTING, type World } from '#test/example-world.ts';
import { keepAlerts } from '#test/examples/alerts.ts';
import { keepApprovals } from '#test/examples/approvals.ts';
import { keepComment } from '#test/examples/draft-reviews.ts';
import { keepErasure } from '#test/examples/erasures.ts';
import { sendUncovered } from '#test/examples/events.ts';
import { keepImport } from '#test/examples/imports.ts';
import { makeTemplate as makeInvoiceTemplate } from '#test/examples/invoice-templates.ts';
import { nameSomebody } from '#test/examples/licenses.ts';
import { keepMail } from '#test/examples/mails.ts';
import { keepRequest } from '#test/examples/payment-requests.ts';
import { keepPayment } from '#test/examples/payments.ts';
import { keepReport, makeTemplate } from '#test/examples/reports.ts';
import { keepRequest as keepLogged } from '#test/examples/request-log.ts';
import { keepPiece } from '#test/examples/scheduled-work.ts';
import { keepResult, keepSimulation } from '#test/examples/simulations.ts';
import { invoiceRow, keepInvoices, orgOf } from '#test/invoice-rows.ts';
import { makeJob } from '#test/job-rows.ts';
import { payInvoice } from '#test/payment-scenario.ts';
import { addPerson } from '#test/people.ts';
import { owe } from '#test/receivable-scenario.ts';
import { useService } from '#test/running-app.ts';

/**
 * The interface document's rule of pages, for every list of the product: who walks page by page sees each
 * row that was there before exactly once, whatever is added meanwhile, and no row twice.
 */
const service = useService();
const operations = areas.flatMap((area) => area.operations);
const lists = operations.filter((operation) => operation.list);
const PAGES_WITH_INSERTS = 5;

let world: World;
beforeAll(async () => {
  world = await buildWorld(service, 'walked');
});

/** Adds the nth row to the list. Null: the rows of this list are made together, and none is added later. */
type Insert = ((n: number) => Promise<unknown>) | null;

const post = (path: string, body: (n: number) => unknown) => (n: number) =>
  world.client.must.post(path, body(n));
const customer = (n: number) => ({
  id: `c-${n}`,
  name: `Customer ${n}`,
  primaryEmail: 'a@b.example',
  address: {},
});
const account = (n: number) => ({ id: `a-${n}`, name: `Account ${n}`, customerId: world.ids.customer_id });
const day = (n: number) => Temporal.PlainDate.from('2031-01-01').add({ months: n }).toString();

const later = (n: number) => Temporal.PlainDate.from('2041-01-01').add({ months: n }).toString();

const INSERTS: Record<string, Insert> = {
  listSellerEntities: post('/ext/v1/organization/seller_entities', (n) => ({ name: `Seller ${n}` })),
  listInvoiceTemplates: (n) => makeInvoiceTemplate(world.client, `paper ${n}`, {}),
  listImports: () => keepImport(service, 'walked'),
  listReports: () => keepReport(service, 'walked', null),
  listReportTemplates: (n) => makeTemplate(world.client, `template ${n}`),
  listPaymentRequests: () => keepRequest(world.client, world.ids.account_id ?? ''),
  listApiKeys: post('/ext/v1/api_keys', (n) => ({ name: `key ${n}`, scopes: ['org:read'] })),
  listWebhooks: post('/ext/v1/webhooks', (n) => ({ url: `https://a.example/${n}`, types: ['*'] })),
  listUsers: (n) => addPerson(service, { organization: 'walked', environment: 'sandbox', name: `User ${n}` }),
  listInvitations: post('/ext/v1/invitations', (n) => ({ email: `i-${n}@a.example`, role: 'ANALYST' })),
  listWebhookEvents: () => world.client.must.post(`/ext/v1/webhooks/${world.ids.webhook_id}/test`),
  listWebhookDeliveries: () => world.client.must.post(`/ext/v1/webhooks/${world.ids.webhook_id}/test`),
  listScheduledWork: () => keepPiece(service, 'walked'),
  listSimulations: () =>
    keepSimulation(service, {
      ...{ organization: 'walked', planId: world.ids.price_plan_id ?? '' },
      accountId: world.ids.account_id ?? '',
    }),
  listSimulationResults: (n) =>
    keepResult(service, world.client, { organization: 'walked', id: world.ids.simulation_id ?? '', n }),
  listRequests: () => keepLogged(service, { organization: 'walked', keyId: world.ids.api_key_id ?? '' }),
  listErasures: () => keepErasure(service, 'walked'),
  listApprovals: () => keepApprovals(service, 'walked', world.ids.user_id ?? ''),
  listMails: () => keepMail(service, 'walked', world.ids.account_id ?? ''),
  listSettings: post('/settings', (n) => ({ ...SETTING, id: `s-${n * 7}`, entityId: world.ids.account_id })),
  listCustomers: post('/customers', customer),
  listAccounts: post('/accounts', account),
  listAccountAliases: (n) =>
    world.client.must.post(`/accounts/${world.ids.account_id}/add_aliases`, {
      accountAliases: [{ value: `past-${(n * 7) % 10}-${n}`, effectiveUntil: '2029-01-01T00:00:00Z' }],
    }),
  listAliases: post('/aliases', (n) => ({ aliases: [{ value: `kept-${(n * 7) % 10}-${n}` }] })),
  listAddOns: post('/addons', (n) => ({ name: `${(n * 7) % 10} ${n}`, type: 'LICENSE' })),
  listEventSchemas: post('/event_schema', (n) => ({
    name: `schema-${(n * 7) % 10}-${n}`,
    attributes: [{ name: 'amount' }],
    dimensions: [],
  })),
  listUsageMeters: post('/usage_meters', (n) => ({
    ...{ name: `meter ${n}`, type: 'COUNTER', aggregation: 'COUNT' },
    eventSchemaName: world.ids.event_schema_name,
    computations: [{ computation: '1', order: 1 }],
  })),
  listUnitCosts: post('/usage_meters', (n) => ({
    ...{ name: `costed ${(n * 7) % 10} ${n}`, type: 'COUNTER', aggregation: 'COUNT' },
    eventSchemaName: world.ids.event_schema_name,
    computations: [{ computation: '1', order: 1 }],
  })),
  listFeatures: post('/features', (n) => ({ name: `${(n * 7) % 10} ${n}`, schemaAssociations: [] })),
  listContacts: (n) =>
    world.client.must.post(`/customers/${world.ids.customer_id}/contacts`, {
      name: `Contact ${n}`,
      email: `contact-${n}@example.com`,
    }),
  listPortalTokens: post('/portal/token', () => ({
    customerId: world.ids.customer_id,
    accountIds: [world.ids.account_id],
    expiry: 3600,
  })),
  listPricePlansV2: post('/v2/price_plans', (n) => ({
    ...{ name: `plan ${n}`, type: 'PURCHASE', supportedCurrencies: ['USD'] },
  })),
  listPricingRules: async (n) => {
    const plan = { name: `ruled ${n}`, type: 'BILLING', supportedCurrencies: ['USD'] };
    const { id } = await world.client.must.post('/v2/price_plans', plan);
    await world.client.must.put(`/v2/price_plans/${id}/pricing_rules`, {
      pricingRules: [{ name: `rule ${n}`, order: 1, computation: '1', action: { type: 'ADD' } }],
    });
  },
  listPricePlans: post('/price_plans', (n) => ({
    ...{ name: `plan of the first ${n}`, type: 'PURCHASE' },
    pricePlanDetails: { supportedCurrencies: ['USD'] },
  })),
  listPricePlanVersions: async (n) => {
    const plan = `/v2/price_plans/${world.ids.price_plan_id}`;
    await world.client.must.patch(plan, { description: `version ${n}` });
    await world.client.must.post(`${plan}/finalize`, {});
  },
  listPricePlanRateCards: async (n) => {
    const { id } = await world.client.must.post('/addons', { name: `Fee ${n}`, type: 'FIXED_FEE' });
    const plan = `/v2/price_plans/${world.ids.price_plan_id}`;
    await world.client.must.patch(plan, { description: `cards ${n}` });
    const fixedFeeRateCard = {
      type: 'RECURRING',
      rateValues: [{ currency: 'USD', rate: 1 }],
      enableProration: false,
    };
    const card = {
      billableId: id,
      type: 'FIXED_FEE',
      invoiceTiming: 'IN_ARREARS',
      rateCardDetails: { fixedFeeRateCard },
    };
    const operation = { actionType: 'CREATE', rateCardName: `fee ${n}`, rateCard: card };
    await world.client.must.post(`${plan}/rate_cards`, { operations: [operation] });
  },
  listAccountSchedules: (n) =>
    editTimeline(world.client, world.ids.account_id ?? '', [{ from: day(2 * n), until: day(2 * n + 1) }]),
  // In days of their own; a gap that an edit leaves is nothing that the list shows.
  listPricingSchedules: (n) =>
    editTimeline(world.client, world.ids.account_id ?? '', [
      { planId: world.ids.price_plan_id ?? '', from: later(2 * n), until: later(2 * n + 1) },
    ]),
  listScheduleRateCards: null,
  // Granted by the opening of a cycle, for which the clock has to move.
  listFeatureCreditEntries: null,
  listEvents: useOnce,
  listMeteredEvents: useOnce,
  // In the order of listMeteredEvents, for credits that have ended.
  listOverageEvents: null,
  listUncoveredValues: (n) => {
    const accountId = world.ids.account_id ?? '';
    return sendUncovered(world.client, { accountId, region: `region ${n}`, at: '2030-01-01T00:00:00Z' });
  },
  listCredits: post('/credits', () => ({
    creditRequests: [
      {
        ...{ accountId: world.ids.account_id, purpose: 'Goodwill', effectiveFrom: '2031-01-01' },
        ...{ creditAmount: 1, priority: 1 },
      },
    ],
  })),
  // Every change is one; its example asks for those of customers.
  listAuditLog: post('/customers', (n) => customer(1000 + n)),
  listWalletEntries: () =>
    world.client.must.post(`/accounts/${world.ids.account_id}/wallet_topup`, { topupAmount: 1 }),
  listWallets: post('/accounts', (n) => account(n + 3000)),
  listWalletSources: () =>
    world.client.must.post(`/accounts/${world.ids.account_id}/wallet_topup`, { topupAmount: 1 }),
  listWalletUses: async (n) => {
    if (n === 0) await openAccount(world.client, SPENDER);
    await spendFromWallet(world.client);
  },
  listCreditUses: async (n) => {
    const accountId = world.ids.account_id ?? '';
    if (n === 0) world.ids.credit_id = await grantForDecember(world.client, accountId);
    await owe(world.client, accountId, { amount: 1 });
  },
  listInvoicePayments: () =>
    payInvoice(world.client, {
      ...{ accountId: world.ids.account_id ?? '', invoiceId: world.ids.invoice_id ?? '', amount: 0.01 },
    }),
  listPayments: (n) => keepPayment(world.client, world.ids.account_id ?? '', `more-${n}`),
  listLicenseUpdates: post('/license_updates', (n) => ({
    ...{ licenseId: world.ids.license_id, accountId: world.ids.account_id, updateType: 'RELATIVE' },
    ...{ quantity: 1, effectiveFrom: `${day((n * 7) % 10)}T00:00:00Z`, metadata: { n: String(n) } },
  })),
  listNamedLicenseUpdates: (n) => nameSomebody(world, n),
  listInvoiceGroups: async (n) => {
    await world.client.must.post('/accounts', account(n + 1000));
    const group = { name: `Group ${n}`, email: 'g@b.example', dailyInvoiceConsolidation: true, address: {} };
    await world.client.must.post('/invoice_groups', { ...group, accountIds: [`a-${n + 1000}`] });
  },
  getInvoiceGroup: async (n) => {
    await world.client.must.post('/accounts', account(n + 2000));
    const group = `/invoice_groups/${world.ids.invoice_group_id}`;
    await world.client.must.post(`${group}/add_accounts`, { accountIds: [`a-${n + 2000}`] });
  },
  listReceivables: async (n) => {
    await openAccount(world.client, `owing-${(n * 7) % 10}-${n}`);
    await owe(world.client, `owing-${(n * 7) % 10}-${n}`, { amount: 1 });
  },
  listOpenInvoices: (n) => owe(world.client, world.ids.account_id ?? '', { amount: n }),
  listInvoices: async (n) => {
    await openAccount(world.client, `billed-${n}`);
    await editTimeline(world.client, `billed-${n}`, [
      { planId: world.ids.price_plan_id as string, from: '2030-01-01' },
    ]);
  },
  listBillRunInvoices: async (n) => {
    const waiting = { status: 'DRAFT', finalizingStatus: null, autoAdvance: false, dueDate: null } as const;
    const invoiceDate = Temporal.Instant.from('2029-12-01T00:00:00Z').add({ hours: (n * 7) % 10 });
    const row = invoiceRow({ id: `inv.${n}`, scheduleId: `sch.${n}`, invoiceDate, ...waiting });
    await keepInvoices(service, await orgOf(service, 'sandbox', 'walked'), [row]);
  },
  listPurchases: (n) =>
    world.client.must.post(`/accounts/${world.ids.account_id}/purchases`, {
      ...exampleOf(operationOf('createPurchase'), world).body,
      idempotencyKey: `bought-${n}`,
    }),
  listPurchaseProposals: (n) =>
    world.client.must.post(`/accounts/${world.ids.account_id}/purchase_proposals`, {
      ...exampleOf(operationOf('createPurchaseProposal'), world).body,
      idempotencyKey: `offered-${n}`,
    }),
  listAlertTemplates: null,
  listAlerts: post('/alerts', () => exampleOf(operationOf('createAlert'), world).body),
  listIncidents: () =>
    keepAlerts(service, {
      organization: 'walked',
      accountId: world.ids.account_id ?? '',
      meterId: world.ids.usage_meter_id ?? '',
    }),
  listJobs: () => makeJob(service, { organization: 'walked' }),
  listJobEntries: null,
  // Without entries it ends at once.
  listBillRuns: () =>
    makeJob(service, {
      ...{ organization: 'walked', type: 'BILL_RUN', requireConfirmation: false, entityIds: [] },
    }),
  // A review has the drafts of one moment.
  listReviewedDrafts: null,
  listJournalLines: (n) => owe(world.client, world.ids.account_id ?? '', { amount: n }),
  listNotes: (n) =>
    world.client.must.post('/ext/v1/notes', { accountId: world.ids.account_id, text: `note ${n}` }),
  listSavedViews: post('/ext/v1/saved_views', (n) => ({ list: 'invoices', name: `view ${n}`, query: '' })),
  listInvoiceComments: (n) => keepComment(world, `comment ${n}`),
};

const operationOf = (id: string) =>
  operations.find((operation) => operation.id === id) ?? (lists[0] as never);

interface Page {
  data?: object[];
  events?: object[];
  accounts?: string[];
  nextToken: string | null;
}

function useOnce(): Promise<unknown> {
  return use(world.client, {
    meter: world.ids.event_schema_name ?? '',
    account: world.ids.account_id ?? '',
    at: '2030-01-01T00:00:00Z',
    amount: '1',
  });
}

/** What a row is called, by whatever member its list knows it. */
function nameOf(row: object | string): string {
  if (typeof row === 'string') return row;
  const members = row as Record<string, unknown>;
  const key =
    members.billableId ??
    members.referenceId ??
    members.jti ??
    members.username ??
    members.entityId ??
    members.eventId ??
    members.invoiceId;
  const version = members.version === undefined ? '' : ` v${members.version}`;
  // A license update has nothing else that is its own.
  const metadata = members.metadata === undefined ? '' : ` ${JSON.stringify(members.metadata)}`;
  const own = key ?? members.value ?? members.name ?? members.accountId ?? '';
  return `${members.id ?? ''} ${own}${version}${metadata}`;
}

async function walk(path: string, insert: Insert): Promise<string[]> {
  const seen: string[] = [];
  for (let next = path, pages = 0; pages < 500; pages++) {
    const page: Page = await world.client.must.get(next);
    for (const row of page.data ?? page.events ?? page.accounts ?? []) seen.push(nameOf(row));
    if (!page.nextToken) return seen;
    if (pages < PAGES_WITH_INSERTS) await insert?.(100 + pages);
    next = `${path.split('?')[0]}?nextToken=${page.nextToken}`;
  }
  throw new Error('the walk has no end');
}

describe('a walk of one row a page, while rows are added', () => {
  it('every list of the product is walked', () => {
    expect(Object.keys(INSERTS).sort()).toEqual(lists.map(({ id }) => id).sort());
  });

  it.each(lists.map((operation) => [operation.id, operation] as const))('%s', async (id, operation) => {
    const insert = INSERTS[id] ?? null;
    for (let n = 0; n < 3; n++) await insert?.(n);
    const { query = '' } = exampleOf(operation, world);
    const ids = id === 'listWalletUses' ? { ...world.ids, account_id: SPENDER } : world.ids;
    const path = `${pathOf(operation, ids)}?${query}`;
    const before = await walk(`${path}&pageSize=${operation.list?.maxPageSize}`, null);
    expect(new Set(before).size).toBe(before.length);
    const seen = await walk(`${path}&pageSize=1`, insert);
    expect(new Set(seen).size, 'no row is shown twice').toBe(seen.length);
    expect(seen.filter((name) => before.includes(name))).toEqual(before);
  });
});
