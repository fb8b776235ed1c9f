import type { ConsoleWorld } from './console-world.ts';
import { keepApproval } from './examples/approvals.ts';
import { keepReport } from './examples/reports.ts';
import { makeSellerEntity } from './examples/seller-entities.ts';
import { keepSimulation } from './examples/simulations.ts';
import { importFile } from './import-scenario.ts';
import type { Client, Service } from './running-app.ts';

/** Two records of a kind, as paths of their pages below the console. */
export type RecordPair = readonly [from: string, to: string];

/** Two records for every page of a record, by the path of its route. */
export async function makeRecordPairs(
  service: Service,
  { sandbox, person }: Pick<ConsoleWorld, 'sandbox' | 'person'>,
  organization: string,
): Promise<Record<string, RecordPair>> {
  await makeSeconds(service, sandbox, { organization, userId: person.id });
  return {
    ...(await pairsOfPlans(sandbox)),
    ...(await pairsOfInvoices(sandbox)),
    ...(await pairsOfSchedules(sandbox)),
    ...(await pairsOfLists(sandbox)),
    ...(await pairsOfJobs(sandbox)),
    '/schemas/$schemaName': ['schemas/api-traffic', 'schemas/tokens'],
    '/schemas/$schemaName/edit': ['schemas/api-traffic/edit', 'schemas/tokens/edit'],
    '/wallets/$accountId': ['wallets/acme-production', 'wallets/acme'],
    '/customers/$customerId': ['customers/hostile', 'customers/acme'],
    '/receivables/$debtorType/$debtorId': ['receivables/customer/acme', 'receivables/customer/hostile'],
    '/events/$eventId': ['events/typing-error', 'events/31-calls'],
    '/accounts/$accountId': ['accounts/hostile-account', 'accounts/acme-production'],
  };
}

async function pairsOfPlans(client: Client): Promise<Record<string, RecordPair>> {
  const [first, second] = await idsOf(client, '/v2/price_plans');
  const plans = (page: string): RecordPair => [`plans/${first}${page}`, `plans/${second}${page}`];
  const rules = (await client.must.get('/ext/v1/pricing_rules')).data.map(
    ({ planId, id }: Record<string, string>) => `rules/${planId}/${id}`,
  );
  const ruled = rules[0].split('/', 2).join('/');
  return {
    '/plans/$planId': plans(''),
    '/plans/$planId/card': plans('/card'),
    '/plans/$planId/compare': plans('/compare'),
    '/plans/$planId/terms': plans('/terms'),
    '/plans/$planId/matrix': plans('/matrix'),
    '/rules/$planId': pairOf([...new Set([ruled, `rules/${first}`, `rules/${second}`])]),
    '/rules/$planId/$ruleId': pairOf(rules),
  };
}

const ISSUED = ['DUE', 'PAID', 'PARTIALLY_PAID', 'OVERDUE'];

async function pairsOfInvoices({ must }: Client): Promise<Record<string, RecordPair>> {
  const { data } = await must.get('/invoices');
  const issued = data.filter(({ status }: { status: string }) => ISSUED.includes(status));
  const invoices = (page: string) => pairOf(issued.map(({ id }: { id: string }) => `invoices/${id}${page}`));
  return {
    '/invoices/$invoiceId': invoices(''),
    '/invoices/$invoiceId/explain': invoices('/explain'),
    '/invoices/$invoiceId/credit-note': invoices('/credit-note'),
  };
}

async function pairsOfSchedules({ must }: Client): Promise<Record<string, RecordPair>> {
  const pathOf = async (account: string, mode: string) => {
    const { data } = await must.get(`/v2/accounts/${account}/schedules?mode=${mode}`);
    return `accounts/${account}/schedules/${data[0].id}`;
  };
  const paths = [await pathOf('acme-production', 'ACTIVE'), await pathOf('hostile-account', 'DRAFT')];
  return {
    '/accounts/$accountId/schedules/$scheduleId': pairOf(paths),
    '/accounts/$accountId/schedules/$scheduleId/card': pairOf(paths.map((path) => `${path}/card`)),
  };
}

/** Lists of the API with the pages of their rows: the area of the console, the parameter, the pages. */
const LISTS = [
  ['/invoice_groups', 'invoice-groups', 'groupId', ['', '/edit']],
  ['/jobs', 'jobs', 'jobId', ['']],
  ['/ext/v1/simulations', 'simulator', 'simulationId', ['']],
  ['/ext/v1/audit_log', 'audit', 'entryId', ['']],
  ['/features', 'features', 'featureId', ['']],
  ['/usage_meters', 'meters', 'meterId', ['', '/edit', '/costs']],
  ['/addons', 'addons', 'addOnId', ['']],
  ['/ext/v1/approvals', 'approvals', 'approvalId', ['']],
  ['/ext/v1/organization/seller_entities', 'settings/sellers', 'sellerId', ['']],
  ['/ext/v1/requests', 'requests', 'requestId', ['']],
  ['/ext/v1/invoice_templates', 'settings/templates', 'templateId', ['']],
  ['/payments', 'payments', 'paymentId', ['']],
  ['/ext/v1/webhooks', 'webhooks', 'webhookId', ['']],
  ['/reports', 'reports', 'reportId', ['']],
  ['/alerts', 'alerts', 'alertId', ['', '/edit']],
  ['/credits', 'credits', 'creditId', ['']],
  ['/ext/v1/mails', 'mails', 'mailId', ['']],
  ['/ext/v1/imports', 'imports', 'importId', ['']],
  ['/ext/v1/payment_providers', 'settings/payment-providers', 'providerId', ['']],
] as const;

async function pairsOfLists(client: Client): Promise<Record<string, RecordPair>> {
  const pairs: Record<string, RecordPair> = {};
  for (const [list, area, parameter, pages] of LISTS) {
    const ids = await idsOf(client, list);
    for (const page of pages)
      pairs[`/${area}/$${parameter}${page}`] = pairOf(ids.map((id) => `${area}/${id}${page}`));
  }
  return pairs;
}

/** Of jobs that run one at a time, the first is rejected. */
async function pairsOfJobs(client: Client): Promise<Record<string, RecordPair>> {
  const { must } = client;
  const waiting = (await must.get('/jobs')).data.find(
    ({ status, type }: Record<string, string>) => status === WAITING && type === 'BILL_RUN',
  );
  await must.post(`/jobs/${waiting.id}/reject`);
  const { jobId } = await must.post('/invoices/bill_runs?require_confirmation=true');
  const { id: planId, version } = (await must.get('/v2/price_plans?_search=Pay')).data[0];
  const migrations: string[] = [];
  for (const description of ['Second', 'Third']) {
    await must.patch(`/v2/price_plans/${planId}`, { description });
    await must.post(`/v2/price_plans/${planId}/finalize`, {});
    const migration = await must.post('/v2/price_plans/migration', {
      ...{ sourceId: planId, sourceVersion: version, targetId: planId, targetVersion: version + 1 },
      ...{ migrationMode: 'NEXT_CYCLE', retainStartOffsets: true, requireConfirmation: true },
      ...{ isPricePlanV2Migration: true, accountIds: ['acme-production'] },
    });
    if (migrations.length === 0) await must.post(`/jobs/${migration.jobId}/reject`);
    migrations.push(`migrations/${migration.jobId}`);
  }
  return {
    '/bill-runs/$jobId': pairOf([`bill-runs/${waiting.id}`, `bill-runs/${jobId}`]),
    '/migrations/$jobId': pairOf(migrations),
  };
}

const WAITING = 'WAITING_FOR_CONFIRMATION';

/** Of those of which the world has only one. */
async function makeSeconds(
  service: Service,
  client: Client,
  { organization, userId }: { organization: string; userId: string },
): Promise<void> {
  const { must } = client;
  await must.post('/features', { name: 'Second feature', schemaAssociations: [] });
  await must.post('/ext/v1/webhooks', { url: 'https://example.com/second', types: ['*'] });
  await must.post('/ext/v1/invoice_templates', { name: 'Second template', content: {} });
  await must.post('/invoice_groups', {
    ...{ name: 'Second group', email: 'second@acme.example', dailyInvoiceConsolidation: false },
    ...{ accountIds: ['acme'], address: { line1: '1 Main Street', country: 'US' } },
  });
  await must.post('/credits', {
    creditRequests: [
      {
        ...{ accountId: 'hostile-account', purpose: 'Second', creditAmount: 1, priority: 2 },
        ...{ effectiveFrom: '2030-02-03', effectiveUntil: '2031-02-03' },
      },
    ],
  });
  await must.post('/payments', {
    ...{ accountId: 'hostile-account', totalAmount: 5, currency: 'USD' },
    externalPaymentReference: {
      ...{ sourceName: 'Bank', sourceType: 'BANK_TRANSFER', transactionNumber: 'TX-SECOND' },
    },
    lineItemRecords: [{ type: 'WALLET_CREDIT', order: 1, amount: 5 }],
  });
  const meter = (await idsOf(client, '/usage_meters'))[0];
  await must.post('/alerts', {
    ...{ alertTemplateId: 'USAGE_THRESHOLD', interval: '60', status: 'ACTIVE' },
    ...{ description: 'Second alert', parameters: { threshold: 7 }, validity: 90 },
    ...{ entityDetails: { usageMeterId: meter }, ownerDetails: { accountId: 'acme-production' } },
    channels: [{ type: 'EMAIL', target: 'second@northwind.example' }],
  });
  for (const name of ['First Ltd', 'Second Ltd']) await makeSellerEntity(client, { name });
  const [planId = ''] = await idsOf(client, '/v2/price_plans');
  await keepSimulation(service, { organization, planId, accountId: 'acme' });
  for (const account of ['acme-production', null]) await keepReport(service, organization, account);
  await importFile(service, client, { type: 'CUSTOMERS', content: 'id,name\nsecond,\n', dryRun: true });
  await must.post('/ext/v1/payment_providers', { kind: 'SIMULATED', name: 'Second', behaviour: 'SUCCEED' });
  const bob = { requesterId: userId, requesterName: 'Bob', personId: userId };
  const requester = { requesterType: 'USER' as const, ...bob };
  await keepApproval(service, { organization, accountId: 'acme', requester });
}

async function idsOf({ must }: Client, path: string): Promise<string[]> {
  return Object.values(await must.get(path))
    .filter(Array.isArray)
    .flat()
    .map(({ id }: { id: string }) => id);
}

function pairOf(paths: readonly string[]): RecordPair {
  const [first, second] = paths;
  if (!first || !second) throw new Error(`two are needed: ${paths}`);
  return [first, second];
}
