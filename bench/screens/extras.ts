import { makeMatrix, makeRules } from '#test/catalogue-world.ts';
import type { Client } from '#test/running-app.ts';
import type { RunningService } from '../processes.ts';
import { sending } from './records.ts';

type Row = Record<string, unknown> & { id: string };

/** Records of the kinds that an organization has few of; the ids of one of each kind, by names of routes. */
export async function makeExtras(service: RunningService): Promise<Record<string, string>> {
  const send = sending(service);
  const post = (path: string, body: unknown = {}) => send('POST', path, body) as unknown as Promise<Row>;
  const first = async (path: string): Promise<Row> => {
    const { data = [] } = (await send('GET', path)) as unknown as { data?: Row[] };
    if (!data[0]) throw new Error(`${path} shows no row`);
    return data[0];
  };
  const put = (path: string, body: unknown) => send('PUT', path, body);
  const client = { must: { post, put } } as unknown as Client;
  const ruled = await makeRules(client, 'Volume discount');
  await makeMatrix(client);
  const meterId = await named(send, '/usage_meters', 'large tokens_in');
  const plan = await named(send, '/v2/price_plans', 'Growth');
  const made = await makeOthers(post, { meterId, planId: plan });
  const invoice = await first('/invoices?status=DUE');
  return {
    ...{ accountId: 'account-7', customerId: 'customer-7', eventId: 'evt-00000007-3', meterId },
    ...{ planId: plan, schemaName: 'inference', invoiceId: invoice.id, ruleId: ruled.rule },
    ...{ debtorType: 'customer', debtorId: 'customer-7', ...made },
    scheduleId: (await first('/v2/accounts/account-7/schedules?mode=ACTIVE')).id,
    creditId: (await first('/credits')).id,
    paymentId: (await first('/payments')).id,
    addOnId: (await first('/addons')).id,
    entryId: (await first('/ext/v1/audit_log')).id,
    requestId: (await first('/ext/v1/requests')).id,
    webhookId: (await first('/ext/v1/webhooks')).id,
    ruledPlanId: ruled.plan,
  };
}

async function named(send: ReturnType<typeof sending>, path: string, name: string): Promise<string> {
  const { data } = (await send('GET', path)) as unknown as { data: { id: string; name: string }[] };
  return data.find((each) => each.name === name)?.id ?? '';
}

async function makeOthers(
  post: (path: string, body?: unknown) => Promise<Row>,
  { meterId, planId }: { meterId: string; planId: string },
): Promise<Record<string, string>> {
  const feature = await post('/features', { name: 'Tokens', schemaAssociations: [] });
  const group = await post('/invoice_groups', {
    ...{ name: 'Group', email: 'group@example.com', dailyInvoiceConsolidation: true },
    ...{ accountIds: ['account-8'], address: { line1: '1 Main Street', country: 'US' } },
  });
  const template = await post('/ext/v1/invoice_templates', { name: 'Plain', content: {} });
  const alert = await post('/alerts', {
    ...{ alertTemplateId: 'USAGE_THRESHOLD', interval: '60', status: 'ACTIVE', description: 'Tokens' },
    ...{ parameters: { threshold: 100_000 }, validity: 90, entityDetails: { usageMeterId: meterId } },
    ...{ ownerDetails: { accountId: 'account-7' } },
    channels: [{ type: 'EMAIL', target: 'alerts@example.com' }],
  });
  const seller = await post('/ext/v1/organization/seller_entities', {
    ...{ name: 'Muster GmbH', email: 'rechnung@muster.example' },
    address: { line1: 'Hauptstrasse 1', postalCode: '10115', city: 'Berlin', country: 'DE' },
  });
  const report = await post('/ext/v1/reports', {
    ...{ name: 'Revenue', accountId: 'account-7', queryInput: REVENUE },
    ...{ startTime: '2031-04-01T00:00:00Z', endTime: '2031-05-01T00:00:00Z' },
  });
  const simulation = await post('/ext/v1/simulations', {
    ...{ name: 'Ten per cent more', base: { pricePlanId: planId, version: 1 } },
    scenarios: [{ pricePlanId: planId, version: 1, adjustments: [{ billableId: meterId, percent: 10 }] }],
    cohort: { pricePlanId: planId, version: 1, accountIds: ['account-7'] },
    period: { mode: 'LAST_CLOSED_CYCLE' },
  });
  const run = await post('/invoices/bill_runs?require_confirmation=true');
  return {
    ...{ featureId: feature.id, groupId: group.id, templateId: template.id, alertId: alert.id },
    ...{ sellerId: seller.id, reportId: report.id, simulationId: simulation.id },
    jobId: String(run.jobId),
  };
}

const REVENUE = {
  selects: [
    { columnName: 'account_id', alias: 'account' },
    { columnName: 'revenue_invoice_currency', aggregator: 'sum' },
  ],
  baseDataSource: 'revenue',
  sort: [{ column: { columnName: 'account_id', alias: 'account' }, sortOrder: 'ASC' }],
  limit: 1000,
};
