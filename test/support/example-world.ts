import { insertFile } from '#areas/files/store.ts';
import {
  editTimeline,
  openAccount,
  type PlanTerms,
  publishPlan,
  sellFee,
  sellUsage,
  use,
} from './billing-scenario.ts';
import { keepAlerts } from './examples/alerts.ts';
import { keepApprovals } from './examples/approvals.ts';
import { keepAuditExport } from './examples/audit-exports.ts';
import { grantCredits } from './examples/credits.ts';
import { keepReview } from './examples/draft-reviews.ts';
import { grantEntry } from './examples/entitlements.ts';
import { keepErasures } from './examples/erasures.ts';
import { sellFeature } from './examples/features.ts';
import { keepImports } from './examples/imports.ts';
import { groupAccount } from './examples/invoice-groups.ts';
import { keepInvoiceTemplates } from './examples/invoice-templates.ts';
import { keepJobs } from './examples/jobs.ts';
import { grantLicenses } from './examples/licenses.ts';
import { keepMails } from './examples/mails.ts';
import { keepNote } from './examples/notes.ts';
import { keepRequests } from './examples/payment-requests.ts';
import { keepPayments } from './examples/payments.ts';
import { openPortal } from './examples/portal.ts';
import { sellGrant } from './examples/price-plans-v1.ts';
import { keepPurchases } from './examples/purchases.ts';
import { keepReports } from './examples/reports.ts';
import { keepRequest } from './examples/request-log.ts';
import { keepSavedView } from './examples/saved-views.ts';
import { keepFailingWork } from './examples/scheduled-work.ts';
import { keepSellerEntities } from './examples/seller-entities.ts';
import { keepSimulation } from './examples/simulations.ts';
import { keepPeople } from './examples/users.ts';
import { openWebhook } from './examples/webhooks.ts';
import type { Client, Service } from './running-app.ts';

/**
 * One resource of every type in the sandbox of an organization, for tests of all operations. `ids` has a
 * value for each path parameter of the API: add new parameters here.
 */
export interface World {
  client: Client;
  ids: Record<string, string>;
  /** The secret that signs events of its payment provider. */
  providerSecret: string;
}

/** `name` is part of every caller-chosen id, so that two worlds share no id. */
export async function buildWorld(service: Service, organization: string, name = 'acme'): Promise<World> {
  const { sandbox: client } = await service.createOrganization(organization);
  await client.setClock('2030-01-01T00:00:00Z');
  const meter = await sellUsage(client, `${name}-calls`);
  const fee = await sellFee(client, 'Base fee');
  const plan = await publishPlan(client, { ...PLAN, cards: [callCard(meter), feeCard(fee)] });
  await openAccount(client, name, { aliases: [`${name}-alias`] });
  await editTimeline(client, name, [{ planId: plan, from: '2030-01-01' }]);
  await use(client, { meter: `${name}-calls`, account: name, at: '2030-01-01T00:00:00Z', amount: '3' });
  const setting = await client.must.post('/settings', { ...SETTING, entityId: name });
  await client.must.post('/aliases', { aliases: [{ value: `${name}-kept` }] });
  const { events } = await client.must.get('/events');
  const { data: invoices } = await client.must.get('/invoices');
  const { data: schedules } = await client.must.get(`/v2/accounts/${name}/schedules?mode=ACTIVE`);
  const feature = await sellFeature(client);
  await topUpTwice(client, name);
  const requests = await keepRequests(client, name);
  return {
    client,
    providerSecret: requests.secret,
    ids: {
      ...requests.ids,
      customer_id: `customer-${name}`,
      account_id: name,
      alias: `${name}-kept`,
      addon_id: fee,
      event_schema_name: `${name}-calls`,
      usage_meter_id: meter,
      feature_id: feature,
      entry_id: await grantEntry(service, { organization, accountId: name, featureId: feature }),
      price_plan_id: plan,
      schedule_id: schedules[0].id,
      pricing_schedule_id: schedules[0].id,
      event_id: events[0].eventPayload.id,
      reference_id: events[0].referenceId,
      ...(await keepCreditAndNote(client, name)),
      license_id: await grantLicenses(service, client, { organization, accountId: name }),
      invoice_id: invoices[0].id,
      invoice_group_id: await groupAccount(client, name),
      setting_id_str: `setting.${setting.namespace}.${setting.id}.${setting.entityType}.${setting.entityId}`,
      ...(await keepKey(service, client, organization)),
      file_id: await storeFile(service, organization),
      payment_id: await keepPayments(client, name),
      job_id: await keepJobs(service, organization),
      audit_export_id: await keepAuditExport(service, organization),
      erasure_id: await keepErasures(service, organization),
      audit_entry_id: (await client.must.get('/ext/v1/audit_log?pageSize=1')).data[0].id,
      ...(await keepMembers(service, client, organization)),
      ...(await keepSellerEntities(client)),
      ...(await keepInvoiceTemplates(client)),
      ...(await sellGrant(client)),
      ...(await keepPurchases(service, { organization, accountId: name })),
      simulation_id: await keepSimulation(service, { organization, planId: plan, accountId: name }),
      ...(await keepServices(service, client, { organization, accountId: name })),
      ...(await keepAlerts(service, { organization, accountId: name, meterId: meter })),
      ...(await keepReview(service, client, { organization, accountId: name, invoices })),
    },
  };
}

async function keepCreditAndNote(client: Client, accountId: string) {
  return { credit_id: await grantCredits(client, accountId), note_id: await keepNote(client, accountId) };
}

async function topUpTwice(client: Client, accountId: string): Promise<void> {
  for (const topupAmount of [10, 20])
    await client.must.post(`/accounts/${accountId}/wallet_topup`, { topupAmount });
}

/** A key, and a request of it. */
async function keepKey(service: Service, client: Client, organization: string) {
  const { id } = await client.must.post('/ext/v1/api_keys', { name: 'second', scopes: ['org:read'] });
  return { api_key_id: id, request_id: await keepRequest(service, { organization, keyId: id }) };
}

/** Users, and a request of one that waits for approval. */
async function keepMembers(service: Service, client: Client, organization: string) {
  const people = await keepPeople(service, client, organization);
  return { ...people, ...(await keepApprovals(service, organization, people.user_id)) };
}

/** Outgoing and incoming services, and waiting work. */
async function keepServices(
  service: Service,
  client: Client,
  owner: { organization: string; accountId: string },
) {
  const { organization } = owner;
  return {
    ...(await openPortal(service, client, owner)),
    ...(await openWebhook(service, client, organization)),
    ...(await keepImports(service, organization)),
    ...(await keepReports(service, client, owner)),
    scheduled_work_id: await keepFailingWork(service, organization),
    mail_id: await keepMails(service, owner),
    saved_view_id: await keepSavedView(client),
  };
}

export const SETTING = {
  id: 'colour',
  name: 'Colour',
  value: 'red',
  namespace: 'USER',
  dataType: 'STRING',
  entityType: 'ACCOUNT',
};

export const PLAN: Omit<PlanTerms, 'cards'> = { name: 'Standard' };

export function callCard(meter: string): PlanTerms['cards'][number] {
  return { type: 'USAGE', billableId: meter, usage: { model: 'TIERED', slabs: [{ rate: 0.5 }] } };
}

export function feeCard(addOn: string): PlanTerms['cards'][number] {
  return { type: 'FIXED_FEE', billableId: addOn, fee: { rate: 10 } };
}

/** The service creates files itself (a PDF, a report), so the row is written directly. */
async function storeFile(service: Service, organization: string): Promise<string> {
  const { database } = service.app;
  const org = await database.transaction({ orgId: null, access: 'read', isDirectory: true }, (tx) =>
    tx
      .selectFrom('organizations')
      .select('orgId')
      .where('id', '=', organization)
      .where('environment', '=', 'sandbox')
      .executeTakeFirstOrThrow(),
  );
  const id = `file.${organization}`;
  const createdAt = Temporal.Instant.from('2030-01-01T00:00:00Z');
  const file = { id, kind: 'REPORT', ownerId: 'x', name: 'report.csv', contentType: 'text/csv' } as const;
  const stored = { sizeBytes: 0, sha256: '', storageKey: `org/${org.orgId}/report/${id}`, createdAt };
  await database.transaction({ orgId: org.orgId, access: 'write' }, (tx) =>
    insertFile(tx, { ...org, ...file, ...stored }),
  );
  return id;
}
