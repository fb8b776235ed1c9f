import { api } from '../../tools/demo/api.ts';
import { sendUsage, setUp } from '../../tools/demo/setup.ts';
import { makeMatrix, makeRules } from './catalogue-world.ts';
import { reviewedRun } from './draft-review-scenario.ts';
import { keepApproval } from './examples/approvals.ts';
import { sellFeature } from './examples/features.ts';
import { keepRequest } from './examples/request-log.ts';
import { keepSimulation } from './examples/simulations.ts';
import { grantCredits } from './granted-credits.ts';
import { makeImport, makeMails, makeProvider } from './integration-world.ts';
import { listenOnce } from './open-stream.ts';
import { addPerson, type Person } from './people.ts';
import type { Client, Service } from './running-app.ts';

/** An organization with a month of usage, invoices and one record of each kind, and its console. */
export interface ConsoleWorld {
  /** `http://127.0.0.1:PORT/console/sandbox`. */
  url: string;
  person: Person;
  sandbox: Client;
  /** Paths of screens below `url`, with the ids of records. */
  screens: readonly string[];
}

export async function makeConsoleWorld(service: Service, organization: string): Promise<ConsoleWorld> {
  const { sandbox } = await service.createOrganization(organization);
  const base = `http://127.0.0.1:${await listenOnce(service.app.server)}`;
  const demo = api(`${base}/sandbox`, sandbox.key);
  await setUp(demo);
  await sendUsage(demo);
  await demo.call('PUT', '/ext/v1/clock', { now: '2030-02-03T00:00:00Z' });
  const person = await addPerson(service, { organization });
  const approval = await makeApproval(service, organization);
  await grantFeature(service, sandbox, organization);
  const request = await makeRequests(service, sandbox, organization);
  const records = await makeRecords(sandbox);
  const ids = { ...records, run: await makeBillRun(service, sandbox), approval, request };
  const ruled = await makeRules(sandbox, HOSTILE);
  const matrix = await makeMatrix(sandbox);
  const { data: addOns } = await sandbox.must.get('/addons');
  const named = { name: HOSTILE.slice(0, 255), schemaAssociations: [] };
  const feature = await sandbox.must.post('/features', named);
  const simulated = { organization, planId: ids.plan, accountId: 'acme-production' };
  const simulation = await keepSimulation(service, simulated);
  const about = { service, organization, accountId: 'acme-production', hostile: HOSTILE };
  const screens = [
    ...screensOf(ids),
    ...['mails', 'mails?status=FAILED&account_id=acme-production', `mails/${await makeMails(about)}`],
    ...[
      'settings/finalization-hooks',
      'payment-requests',
      'settings/payment-providers',
      'settings/payment-providers/new',
    ],
    `settings/payment-providers/${await makeProvider(sandbox, HOSTILE)}`,
    ...['imports', 'imports/new', `imports/${await makeImport(service, sandbox, HOSTILE)}`],
    ...catalogueScreens(ids, ruled),
    ...[`plans/${matrix}`, `plans/${matrix}/matrix`, `plans/${ids.plan}/matrix`],
    ...[`addons/${addOns[0].id}`, `features/${feature.id}`, `simulator/${simulation}`],
  ];
  return { url: `${base}/console/sandbox`, person, sandbox, screens };
}

/** Runs if a page takes a text of a tenant or a customer for markup; also right to left, and very long. */
const HOSTILE = [
  '"><script>globalThis.hit=1</script><img src=x onerror="globalThis.hit=1">',
  `\u202eabc ${'long'.repeat(40)}`,
].join('');

/** It waits for its confirmation, with its review. */
async function makeBillRun(service: Service, client: Client): Promise<string> {
  await client.must.post('/invoices', {
    ...{ accountId: 'hostile-account', status: 'DRAFT' },
    ...{ startDate: '2030-01-01T00:00:00Z', endDate: '2030-01-31T00:00:00Z' },
    lineItems: [{ description: HOSTILE.slice(0, 100), value: -12.5 }],
  });
  return (await reviewedRun(service, client)).jobId;
}

type Ids = Record<
  | 'invoice'
  | 'metered'
  | 'draft'
  | 'payment'
  | 'credit'
  | 'meter'
  | 'plan'
  | 'webhook'
  | 'job'
  | 'audit'
  | 'group'
  | 'alert'
  | 'approval'
  | 'schedule'
  | 'draftSchedule'
  | 'template'
  | 'request',
  string
>;

async function makeRecords({ must }: Client): Promise<Omit<Ids, 'approval' | 'request'>> {
  const { data: invoices } = await must.get('/invoices');
  const withStatus = (status: string) => invoices.find((each: { status: string }) => each.status === status);
  const [due, draft] = [withStatus('DUE'), withStatus('DRAFT')];
  const isMetered = (each: Record<string, string>) =>
    each.status === 'DUE' && each.invoiceType === 'STANDARD';
  const payment = await must.post('/payments', {
    ...{ accountId: 'acme-production', totalAmount: 20, currency: 'USD' },
    externalPaymentReference: {
      ...{
        sourceName: HOSTILE.slice(0, 50),
        sourceType: 'BANK_TRANSFER',
        transactionNumber: 'TX-2030-02-0001',
      },
    },
    lineItemRecords: [{ type: 'INVOICE', order: 1, platformId: due.id, amount: 20 }],
  });
  const [credit] = await must.post('/credits', {
    creditRequests: [
      {
        ...{ accountId: 'acme-production', purpose: `Goodwill ${HOSTILE}`.slice(0, 100) },
        ...{ creditAmount: 12.5, effectiveFrom: '2030-02-03', effectiveUntil: '2031-02-03', priority: 1 },
      },
    ],
  });
  const webhook = await must.post('/ext/v1/webhooks', {
    ...{ url: 'https://example.com/hook', types: ['*'], description: HOSTILE.slice(0, 200) },
  });
  await makeHostileRecords(must);
  await makeSupportRecords(must);
  const group = await must.post('/invoice_groups', {
    ...{ name: HOSTILE.slice(0, 60), email: 'group@acme.example', dailyInvoiceConsolidation: true },
    ...{ accountIds: ['hostile-account'], address: { line1: '1 Main Street', country: 'US' } },
  });
  const template = await must.post('/ext/v1/invoice_templates', {
    name: HOSTILE.slice(0, 100),
    content: { texts: { notes: HOSTILE.slice(0, 100) } },
  });
  const job = await must.post(
    '/events/correction?action=UNDO&require_confirmation=true&account_id=acme-production&event_id=31-calls',
  );
  const first = async (path: string) => (await must.get(path)).data[0].id;
  return {
    ...{
      invoice: due.id,
      metered: invoices.find(isMetered).id,
      draft: draft.id,
      payment: payment.id,
      credit: credit.id,
    },
    ...{ webhook: webhook.id, job: job.jobId, group: group.id, template: template.id },
    meter: await first('/usage_meters'),
    alert: await makeAlert(must),
    plan: await first('/v2/price_plans'),
    audit: await first('/ext/v1/audit_log'),
    schedule: await first('/v2/accounts/acme-production/schedules?mode=ACTIVE'),
    draftSchedule: await draftSchedule(must),
  };
}

/** Credits of a feature, as a purchase grants them. */
async function grantFeature(service: Service, client: Client, organization: string): Promise<void> {
  const grant = { accountId: 'acme-production', featureId: await sellFeature(client), granted: '20' };
  const [from, until] = ['2030-01-01T00:00:00Z', '2031-01-01T00:00:00Z'];
  await grantCredits(service, [{ ...grant, id: 'purchase-1#1$PURCHASE', from, until }], organization);
}

/** What support sees on the page of an account. */
async function makeSupportRecords(must: Client['must']): Promise<void> {
  const accountId = 'acme-production';
  await must.post('/ext/v1/notes', { accountId, text: HOSTILE });
  await must.post('/ext/v1/notes', { customerId: 'hostile', text: HOSTILE.repeat(5) });
  const { id: licenseId } = await must.post('/addons', { name: HOSTILE.slice(0, 60), type: 'LICENSE' });
  for (const quantity of [5, -2])
    await must.post('/license_updates', { licenseId, accountId, updateType: 'RELATIVE', quantity });
}

/** A plan that is not live yet, for an account without one. */
async function draftSchedule(must: Client['must']): Promise<string> {
  const { data } = await must.get('/v2/price_plans');
  const { pricingSchedules } = await must.post('/v2/accounts/hostile-account/edit_schedules', {
    edits: [
      {
        ...{ effectiveFrom: '2030-03-01', effectiveUntil: '9999-01-01' },
        associationConfig: { pricePlanId: data[0].id },
      },
    ],
  });
  return pricingSchedules[0].id;
}

/** On usage that it would have reached twice. */
async function makeAlert(must: Client['must']): Promise<string> {
  const meters = (await must.get('/usage_meters')).data;
  const { id } = await must.post('/alerts', {
    ...{ alertTemplateId: 'USAGE_THRESHOLD', interval: '60', status: 'ACTIVE' },
    ...{ description: HOSTILE, parameters: { threshold: 10000.5 }, validity: 90 },
    entityDetails: { usageMeterId: meters.find((each: { name: string }) => each.name === 'API calls').id },
    ownerDetails: { accountId: 'acme-production' },
    channels: [{ type: 'EMAIL', target: 'alerts@northwind.example' }],
  });
  return id;
}

/** Requests to the same path, the second of them with hostile texts. */
async function makeRequests(service: Service, client: Client, organization: string): Promise<string> {
  const { data } = await client.must.get('/ext/v1/api_keys');
  const of = { organization, keyId: data[0].id };
  await keepRequest(service, of);
  return keepRequest(service, of, {
    ...{ query: `_search=${encodeURIComponent(HOSTILE.slice(0, 60))}`, requestId: 'x'.repeat(100) },
    requestHeaders: { 'user-agent': HOSTILE.slice(0, 200), 'content-type': 'application/json' },
    requestBody: JSON.stringify({ name: HOSTILE, type: 'FIXED_FEE', members: [{ id: '1' }] }),
    responseBody: JSON.stringify({ message: HOSTILE.slice(0, 200) }),
  });
}

/** A request of somebody else to archive an account, which waits. */
async function makeApproval(service: Service, organization: string): Promise<string> {
  const name = HOSTILE.slice(0, 100);
  const { id } = await addPerson(service, { organization, role: 'SUPPORT', name });
  const requester = { requesterType: 'USER', requesterId: id, requesterName: name, personId: id } as const;
  return keepApproval(service, { organization, accountId: 'hostile-account', requester });
}

async function makeHostileRecords(must: Client['must']): Promise<void> {
  const text = HOSTILE.slice(0, 100);
  await must.post('/customers', {
    ...{ id: 'hostile', name: text, primaryEmail: 'hostile@acme.example' },
    address: { line1: text, city: text.slice(0, 40), country: 'DE' },
  });
  await must.post('/accounts', {
    ...{ id: 'hostile-account', name: text, customerId: 'hostile', aliases: [text.slice(0, 50)] },
    metadata: { note: text },
  });
  await must.post('/customers/hostile/contacts', {
    ...{ name: text.slice(0, 50), email: 'contact@acme.example', loginAccess: false },
  });
  await must.post('/ingest', {
    event: {
      ...{ schemaName: 'api-traffic', id: 'hostile-event', timestamp: '2030-02-02T00:00:00Z' },
      ...{ accountId: text.slice(0, 50), dimensions: { region: text.slice(0, 60) } },
      attributes: [
        { name: 'calls', value: '1' },
        ...['storage_gb', 'egress_gb'].map((name) => ({ name, value: '0' })),
      ],
    },
  });
  // Almost the id of an account: what waits for it can be explained and fixed.
  await must.post('/ingest', {
    event: {
      ...{ schemaName: 'api-traffic', id: 'typing-error', timestamp: '2030-02-02T00:00:00Z' },
      ...{ accountId: 'acme-prodcution', dimensions: { region: 'eu-central' } },
      attributes: [
        { name: 'calls', value: '120' },
        ...['storage_gb', 'egress_gb'].map((name) => ({ name, value: '0' })),
      ],
    },
  });
}

function screensOf(ids: Ids & { run: string }): string[] {
  const lists = ['events', 'meters', 'schemas', 'plans', 'customers', 'accounts', 'invoices', 'payments'];
  const explained = `invoices/${ids.metered}/explain?line=${ids.meter}`;
  return [
    ...lists.concat(
      'invoice-groups',
      'credits',
      'reports',
      'alerts',
      'keys',
      'webhooks',
      'jobs',
      'scheduled-work',
      'audit',
      'requests',
    ),
    ...['receivables', 'receivables/customer/acme', 'receivables/customer/nobody', 'payments/new'],
    ...['journal', 'journal/lines', 'journal/accounts', 'statement'],
    'statement?account_id=acme-production&currency=USD',
    ...['', 'welcome', 'team', 'team?tab=roles', 'profile', 'settings/single-sign-on'],
    ...['settings/billing', 'settings/organization', 'settings/sellers', 'settings/sellers/new'],
    ...[
      'settings/configuration',
      'settings/data',
      'settings/templates',
      'settings/templates/new',
      `settings/templates/${ids.template}`,
    ],
    ...['approvals', 'approvals?tab=decided', 'approvals/policy', `approvals/${ids.approval}`],
    ...['events/31-calls', 'schemas/api-traffic', `meters/${ids.meter}`, `plans/${ids.plan}`],
    ...['customers/hostile', 'customers/hostile?tab=contacts', 'accounts/hostile-account'],
    ...['settings', 'aliases'].map((tab) => `accounts/hostile-account?tab=${tab}`),
    'events/hostile-event',
    ...['customers/acme', 'customers/acme?tab=contacts', 'accounts/acme-production'],
    ...accountScreens(ids),
    ...[`invoices/${ids.invoice}`, `invoices/${ids.draft}`, `invoices/${ids.invoice}/explain`],
    `invoices/${ids.invoice}/credit-note`,
    ...['usage', 'events', 'uncounted'].map((tab) => `${explained}&tab=${tab}`),
    ...[
      'events/typing-error',
      'events/uncounted',
      'events/uncounted?tab=values',
      'events/uncounted?event_id=typing-error',
    ],
    'events/corrections?action=UNDO&account_id=acme-production&from=2030-01-30',
    ...['invoice-groups/new', `invoice-groups/${ids.group}/edit`],
    ...['credits/new', 'credits/new?account_id=acme-production', 'credits/import'],
    ...[`payments/${ids.payment}`, `credits/${ids.credit}`, `webhooks/${ids.webhook}`],
    ...[`jobs/${ids.job}`, `audit/${ids.audit}`],
    ...[`invoice-groups/${ids.group}`, `invoice-groups/${ids.group}?tab=invoices`],
    ...insightScreens(ids.alert),
    ...['bill-runs', 'bill-runs/new', 'bill-runs/checks', 'month-close'],
    ...[`bill-runs/${ids.run}`, `bill-runs/${ids.run}?step=confirm`],
    ...planScreens(ids.plan),
    ...WALLET_SCREENS,
    ...['', '?tab=response', '?tab=compare'].map((tab) => `requests/${ids.request}${tab}`),
  ];
}

const ACCOUNT_TABS = [
  ...['invoices', 'schedule', 'credits', 'wallet', 'aliases', 'settings', 'licenses', 'entitlements'],
  ...['notes', 'activity'],
];

function accountScreens({ schedule, draftSchedule }: Ids): string[] {
  const draft = `accounts/hostile-account/schedules/${draftSchedule}`;
  return [
    ...ACCOUNT_TABS.map((tab) => `accounts/acme-production?tab=${tab}`),
    ...['notes', 'activity', 'details'].map((tab) => `customers/hostile?tab=${tab}`),
    'accounts/hostile-account?tab=schedule',
    `accounts/acme-production/schedules/${schedule}`,
    ...[`${draft}?mode=DRAFT`, `${draft}/card`, `${draft}/card?name=card-1`],
  ];
}

const REPORTS = ['REVENUE_BY_CUSTOMER', 'MARGIN', 'RECEIVABLES_AGING', 'UNPROCESSED_EVENTS'];

function insightScreens(alert: string): string[] {
  return [
    ...['incidents', 'alerts/new', `alerts/${alert}`, `alerts/${alert}/edit`],
    ...REPORTS.map((template) => `reports/view?template=${template}`),
    'reports/view?edit=1',
    'reports/view?template=REVENUE_BY_CUSTOMER&from=2030-02-01&until=2030-02-28&compare=1&chart=AREA',
  ];
}

const WALLET_SCREENS = [
  ...['wallets', 'wallets?state=LOW', 'wallets/acme-production'],
  ...['sources', 'uses', 'settings'].map((tab) => `wallets/acme-production?tab=${tab}`),
];

function planScreens(plan: string): string[] {
  const cards = ['name=card-1', 'name=card-2', 'name=card-4', 'type=LICENSE', 'type=CREDIT_GRANT'];
  return [
    ...['plans/new', `plans/${plan}/terms`, `plans/${plan}/card`, `plans/${plan}/compare`],
    ...['addons', 'features', 'meters/new', 'schemas/new'],
    ...['simulator', 'simulator/new', `migrations/new?source=${plan}&version=1`],
    ...cards.map((search) => `plans/${plan}/card?${search}`),
    `plans/${plan}/card?type=BILLING_ENTITLEMENT`,
  ];
}

function catalogueScreens({ plan, metered, meter }: Ids, ruled: { plan: string; rule: string }): string[] {
  return [
    ...['rules', 'rules/new', `rules/new?plan=${plan}`, `rules/${plan}`, `rules/${ruled.plan}`],
    ...[`rules/${ruled.plan}/${ruled.rule}?invoice=${metered}`, `rules/${ruled.plan}/new?template=EMPTY`],
    `rules/${plan}/new?template=ALLOWANCE&invoice=${metered}`,
    ...['meters/costs', `meters/${meter}/costs`],
    ...[`meters/${meter}/edit`, 'schemas/api-traffic/edit', 'schemas/api-traffic?version=1'],
  ];
}
