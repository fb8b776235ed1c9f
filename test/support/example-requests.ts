import { Event } from '#areas/usage/schema.ts';
import { Closed, List } from '#platform/http/schemas.ts';
import { openAccount } from './billing-scenario.ts';
import type { World } from './example-world.ts';
import { SETTING } from './example-world.ts';
import { alertExamples } from './examples/alerts.ts';
import { approvalExamples } from './examples/approvals.ts';
import { auditExportExamples } from './examples/audit-exports.ts';
import { balanceExamples } from './examples/balances.ts';
import { chargeExamples } from './examples/charges.ts';
import { configurationExamples } from './examples/configuration.ts';
import { creditExamples } from './examples/credits.ts';
import { customInvoiceExamples } from './examples/custom-invoices.ts';
import { draftReviewExamples } from './examples/draft-reviews.ts';
import { entitlementExamples } from './examples/entitlements.ts';
import { eventExamples } from './examples/events.ts';
import { featureCard, featureExamples } from './examples/features.ts';
import { identityProviderExamples } from './examples/identity-providers.ts';
import { importExamples } from './examples/imports.ts';
import { invoiceGroupExamples } from './examples/invoice-groups.ts';
import { invoiceTemplateExamples } from './examples/invoice-templates.ts';
import { jobExamples } from './examples/jobs.ts';
import { licenseExamples } from './examples/licenses.ts';
import { mailExamples } from './examples/mails.ts';
import { noteExamples } from './examples/notes.ts';
import { passkeyExamples } from './examples/passkeys.ts';
import { paymentRequestExamples } from './examples/payment-requests.ts';
import { paymentExamples } from './examples/payments.ts';
import { planMigrationExamples } from './examples/plan-migrations.ts';
import { portalExamples } from './examples/portal.ts';
import { priceCurveExamples } from './examples/price-curves.ts';
import { priceExperimentExamples } from './examples/price-experiments.ts';
import { pricePlanV1Examples } from './examples/price-plans-v1.ts';
import { pricingRuleExamples } from './examples/pricing-rules.ts';
import { purchaseExamples } from './examples/purchases.ts';
import { receivableExamples } from './examples/receivables.ts';
import { reportExamples } from './examples/reports.ts';
import { requestLogExamples } from './examples/request-log.ts';
import { savedViewExamples } from './examples/saved-views.ts';
import { scheduleExamples } from './examples/schedules.ts';
import { sellerEntityExamples } from './examples/seller-entities.ts';
import { simulationExamples } from './examples/simulations.ts';
import { systemExamples } from './examples/system.ts';
import { userExamples } from './examples/users.ts';
import { walletExamples } from './examples/wallets.ts';
import { webhookExamples } from './examples/webhooks.ts';

/** A request that succeeds in a fresh example world. */
export interface ExampleRequest {
  /** Prepares the world for the request. */
  prepare?(world: World): Promise<unknown>;
  body?: object;
  /** The schema of the body if the operation's own schema leaves it open. */
  schema?: object;
  query?: string;
  /** Replaces what differs between machines, for the recorded example. */
  settle?(response: object): object;
}

const address = { line1: '1 Main Street', city: 'Springfield', country: 'US', postalCode: '12345' };
const event = (id: string, { ids }: World) => ({
  id,
  schemaName: ids.event_schema_name,
  accountId: ids.account_id,
  timestamp: '2030-01-01T00:00:00Z',
  attributes: [{ name: 'amount', value: '1.5' }],
  dimensions: {},
});
const cycle = {
  interval: 'MONTHLY',
  startOffset: { dayOffset: '1', monthOffset: 'NIL' },
  gracePeriod: 0,
};
const openDraft = ({ client, ids }: World) =>
  client.must.post(`/v2/price_plans/${ids.price_plan_id}/rate_cards`, {
    operations: [{ actionType: 'DELETE', rateCardName: 'card 2' }],
  });
const scheduleEdit = (planId: string | undefined) => ({
  mode: 'ASSOCIATE',
  effectiveFrom: '2030-03-01',
  effectiveUntil: '9999-01-01',
  associationConfig: { pricePlanId: planId, pricingCycleConfigOverride: cycle, retainStartOffsets: false },
  mergeSchedules: false,
});
const openTimeline = ({ client, ids }: World) =>
  client.must.post(`/v2/accounts/${ids.account_id}/edit_schedules`, {
    edits: [scheduleEdit(ids.price_plan_id)],
  });

async function openIdleAccount({ client, ids }: World): Promise<void> {
  await openAccount(client, 'idle');
  Object.assign(ids, { account_id: 'idle', customer_id: 'customer-idle' });
}

async function addEuro({ client }: World): Promise<void> {
  await client.must.post('/ext/v1/organization/currencies', { currency: 'EUR', rate: 1.1 });
}

async function archiveIdle(world: World, path: string): Promise<void> {
  await openIdleAccount(world);
  await world.client.must.delete(path);
  await world.client.settle();
}

/**
 * By operation id: every operation with a body has an example, as full as its schema allows, because the fuzz
 * test makes hostile bodies by changing one part of it.
 */
export const EXAMPLES: Record<string, (world: World) => ExampleRequest> = {
  ...alertExamples,
  getRecordNames: ({ ids }) => ({
    body: { accountIds: [ids.account_id], customerIds: [ids.customer_id], apiKeyIds: [ids.api_key_id] },
  }),
  ...approvalExamples,
  ...auditExportExamples,
  ...chargeExamples,
  listAuditLog: () => ({ query: 'entity_type=CUSTOMER' }),
  ...sellerEntityExamples,
  ...invoiceTemplateExamples,
  ...configurationExamples,
  ...importExamples,
  ...receivableExamples,
  ...balanceExamples,
  ...reportExamples,
  ...requestLogExamples,
  ...paymentExamples,
  ...paymentRequestExamples,
  ...walletExamples,
  ...creditExamples,
  ...customInvoiceExamples,
  ...entitlementExamples,
  ...eventExamples,
  ...featureExamples,
  ...invoiceGroupExamples,
  ...jobExamples,
  ...draftReviewExamples,
  ...licenseExamples,
  ...noteExamples,
  ...planMigrationExamples,
  ...portalExamples,
  ...priceExperimentExamples,
  ...pricePlanV1Examples,
  ...priceCurveExamples,
  ...simulationExamples,
  ...pricingRuleExamples,
  ...purchaseExamples,
  ...scheduleExamples,
  ...passkeyExamples,
  ...identityProviderExamples,
  ...systemExamples,
  ...userExamples,
  ...savedViewExamples,
  ...webhookExamples,
  ...mailExamples,
  updateOrganization: () => ({
    body: {
      ...{ name: 'Northwind', timezone: 'Europe/Berlin', baseCurrency: 'USD', primaryEmail: 'a@example.com' },
      ...{ address, metadata: { a: 'b' } },
    },
  }),
  addOrganizationCurrency: () => ({ body: { currency: 'EUR', rate: 1.1 } }),
  addCurrencyRate: () => ({ prepare: addEuro, body: { rate: 1.2, effectiveFrom: '2030-01-01' } }),
  removeOrganizationCurrency: () => ({ prepare: addEuro }),
  previewClock: () => ({ query: 'to=2030-02-01T00:00:00Z' }),
  setClock: () => ({ body: { now: '2030-01-02T00:00:00Z' } }),
  authenticate: () => ({}),
  createApiKey: () => ({
    body: { name: 'third', scopes: ['org:read', 'events:write'], expiresAt: '2999-01-01T00:00:00Z' },
  }),
  updateApiKey: () => ({ body: { name: 'renamed', status: 'INACTIVE' } }),
  getOrganizationSettings: () => ({}),
  getSetupChecklist: () => ({}),
  previewInvoiceNumber: () => ({ body: { numbering: '{"pattern": "{YYYY}-{SEQ}", "pad": 5}' } }),
  updateOrganizationSettings: () => ({
    body: { settings: [{ id: 'NET_TERM_DAYS', value: '14' }] },
  }),
  createSetting: ({ ids }) => ({
    body: { ...SETTING, entityId: ids.account_id, id: 'size', value: '12', dataType: 'NUMERIC' },
  }),
  updateSetting: () => ({ body: { name: 'Color', value: '{"a":1}', dataType: 'JSON' } }),
  createCustomer: () => ({
    body: {
      ...{ id: 'customer-2', name: 'Second customer', primaryEmail: 'b@example.com', address },
      settings: [{ id: 's', value: 'v', namespace: 'USER', name: 'S', dataType: 'STRING' }],
      account: { id: 'second', name: 'Second account', invoiceCurrency: 'USD' },
    },
  }),
  updateCustomer: () => ({ body: { name: 'Renamed', primaryEmail: 'c@example.com', address } }),
  createAccount: ({ ids }) => ({
    body: {
      ...{ id: 'third', name: 'Third account', customerId: ids.customer_id, invoiceCurrency: 'USD', address },
      aliases: ['third-alias'],
      accountAliases: [{ value: 'timed', effectiveFrom: '2030-01-01T00:00:00Z' }],
      settings: [{ id: 's', value: 'v', namespace: 'USER', name: 'S', dataType: 'STRING' }],
      ...{ primaryEmail: 'd@example.com', netTermDays: 30, metadata: { a: 'b' }, tags: ['Tag'] },
      billingInformation: { emailRecipients: ['e@example.com'], additionalEmailRecipients: [] },
      status: 'ACTIVE',
    },
  }),
  archiveCustomer: (world) => ({ prepare: () => openIdleAccount(world) }),
  archiveAccount: (world) => ({ prepare: () => openIdleAccount(world) }),
  unarchiveCustomer: (world) => ({ prepare: () => archiveIdle(world, '/customers/customer-idle') }),
  eraseCustomer: (world) => ({ prepare: () => archiveIdle(world, '/customers/customer-idle') }),
  wipeSandbox: ({ ids }) => ({ body: { organizationId: ids.organization_id } }),
  unarchiveAccount: (world) => ({ prepare: () => archiveIdle(world, '/accounts/idle') }),
  updateAccount: () => ({
    body: {
      ...{ name: 'Renamed', netTermDays: null, primaryEmail: 'e@example.com', address, metadata: { c: 'd' } },
      ...{ tags: ['x'], billingInformation: { emailRecipients: ['e@example.com'] } },
    },
  }),
  addAccountAliases: () => ({ body: { aliases: ['another-alias'] } }),
  removeAccountAliases: ({ ids }) => ({ body: { aliases: [`${ids.account_id}-alias`] } }),
  createAliases: () => ({ body: { aliases: [{ value: 'reserved' }] } }),
  createAddOn: () => ({ body: { name: 'Seat', type: 'LICENSE', billableName: 'User seat' } }),
  updateAddOn: () => ({ body: { name: 'Renamed fee', billableName: 'Monthly fee' } }),
  archiveAddOn: ({ ids }) => ({
    prepare: async ({ client }) => {
      ids.addon_id = (await client.must.post('/addons', { name: 'Unused', type: 'FIXED_FEE' })).id;
    },
  }),
  createEventSchema: () => ({
    body: {
      ...{ name: 'trips', description: 'Trips', attributes: [{ name: 'distance', defaultUnit: 'km' }] },
      ...{ dimensions: [{ name: 'city' }], filterFields: ['city'], eventLevelRevenue: false },
      eventIdTemplate: '{{accountId}}:{{dimensions.city}}',
      enrichments: {
        dependencies: [{ type: 'SETTING', key: 'setting.USER.colour', name: 'colour' }],
        fields: [
          {
            name: 'far',
            type: 'DIMENSION',
            enrichmentType: 'JSON_LOGIC',
            value: '{"var":"dimensions.city"}',
            order: 1,
          },
        ],
      },
    },
  }),
  updateEventSchema: () => ({
    body: {
      ...{ description: 'Calls', attributes: [{ name: 'amount' }], dimensions: [{ name: 'region' }] },
      ...{ filterFields: ['region'], eventIdTemplate: null, enrichments: null, eventLevelRevenue: true },
    },
  }),
  archiveEventSchema: ({ ids }) => ({
    prepare: async ({ client }) => {
      ids.event_schema_name = 'unused';
      await client.must.post('/event_schema', { name: 'unused', attributes: [], dimensions: [] });
    },
  }),
  activateEventSchema: ({ ids }) => ({
    prepare: async ({ client }) => {
      ids.event_schema_name = 'unused';
      await client.must.post('/event_schema', { name: 'unused', attributes: [], dimensions: [] });
    },
  }),
  deactivateEventSchema: ({ ids }) => ({
    prepare: ({ client }) => client.must.post(`/usage_meters/${ids.usage_meter_id}/deactivate`),
  }),
  createUsageMeter: ({ ids }) => ({
    body: {
      ...{
        name: 'second',
        billableName: 'Second',
        description: 'A meter',
        type: 'COUNTER',
        aggregation: 'SUM',
      },
      ...{ eventSchemaName: ids.event_schema_name, filters: [] },
      computations: [
        { id: 'c', matcher: '{"==":[1,1]}', computation: '{"var":"attribute.amount"}', order: 1 },
      ],
    },
  }),
  replaceMeterCosts: () => ({ body: { costs: [{ effectiveFrom: '2030-01-01', unitCost: 0.0025 }] } }),
  updateUsageMeter: () => ({ body: { name: 'renamed', billableName: 'Renamed', description: 'Renamed' } }),
  activateUsageMeter: ({ ids }) => ({
    prepare: ({ client }) => client.must.post(`/usage_meters/${ids.usage_meter_id}/deactivate`),
  }),
  archiveUsageMeter: ({ ids }) => ({
    prepare: async ({ client }) => {
      const { id } = await client.must.post('/usage_meters', {
        ...{ name: 'unused', type: 'COUNTER', aggregation: 'COUNT', eventSchemaName: ids.event_schema_name },
        computations: [{ computation: '1', order: 1 }],
      });
      ids.usage_meter_id = id;
    },
  }),
  createPricePlanV2: () => ({
    body: {
      ...{ name: 'Second plan', description: 'A plan', type: 'BILLING', pricingCycleConfig: cycle },
      ...{ supportedCurrencies: ['USD'], deferredRevenue: false, allowOngoingCycleUpdates: true },
    },
  }),
  updatePricePlanV2: () => ({
    body: { description: 'Changed', pricingCycleConfig: cycle, supportedCurrencies: ['USD'] },
  }),
  editPricePlanRateCards: ({ ids }) => ({
    body: {
      operations: [
        { actionType: 'CREATE', rateCardName: 'card 3', rateCard: usageCard(ids.usage_meter_id) },
        {
          ...{ actionType: 'CREATE', rateCardName: 'card 4' },
          rateCard: featureCard('BILLING_ENTITLEMENT', ids.feature_id),
        },
        {
          ...{ actionType: 'UPSERT', rateCardName: 'card 5' },
          rateCard: featureCard('ENTITLEMENT_OVERAGE', ids.feature_id),
        },
        { actionType: 'CREATE', rateCardName: 'card 6', rateCard: commitment(ids.price_plan_id) },
        { actionType: 'UPDATE', rateCardName: 'card 2', rateCard: fixedFee(ids.addon_id) },
      ],
    },
  }),
  finalizePricePlan: () => ({
    prepare: openDraft,
    body: { migrationMode: 'NONE', versionsToMigrate: 'LATEST_VERSION' },
  }),
  discardPricePlan: () => ({ prepare: openDraft }),
  editAccountSchedules: ({ ids }) => ({ body: { edits: [scheduleEdit(ids.price_plan_id)] } }),
  finalizeSchedules: () => ({ prepare: openTimeline, body: { mergeSchedules: true, preActions: [] } }),
  discardSchedules: () => ({ prepare: openTimeline }),
  previewSchedules: () => ({ prepare: openTimeline }),
  listAccountSchedules: () => ({ query: 'mode=ACTIVE' }),
  listScheduleRateCards: () => ({ query: 'mode=ACTIVE' }),
  ingestEvent: (world) => ({ body: { event: event('e-1', world) } }),
  ingestBatch: (world) => ({
    body: { events: [event('e-2', world), event('e-3', world)] },
    schema: Closed({ events: List(Event, { minItems: 1, maxItems: 1000 }) }),
  }),
  tailEvents: (world) => ({
    prepare: ({ client }) => client.must.post('/ingest', { event: event('e-9', world) }),
    query: `after=${world.ids.reference_id}`,
  }),
  auditUsage: ({ ids }) => ({ body: { accountId: ids.account_id, repair: true, after: 'a' } }),
  correctEvents: (world) => ({
    body: { event: { ...event(world.ids.event_id ?? '', world), dimensions: { region: 'north' } } },
    query: 'action=REDO_EVENT',
  }),
  previewCorrection: (world) => ({
    body: { event: { ...event(world.ids.event_id ?? '', world), dimensions: { region: 'north' } } },
    query: 'action=REDO_EVENT',
  }),
  explainUncountedEvents: ({ ids }) => ({ query: `account_id=${ids.account_id}` }),
  getMetrics: ({ ids }) => ({
    body: {
      ...{ startTime: '2030-01-01T00:00:00Z', endTime: '2030-02-01T00:00:00Z' },
      metricQueries: [
        {
          ...{ id: 'q', name: 'METER_USAGE', aggregationPeriod: 'DAY', groupBy: 'ACCOUNT_ID' },
          filters: [{ fieldName: 'USAGE_METER_ID', fieldValues: [ids.usage_meter_id] }],
        },
      ],
    },
  }),
};

function usageCard(meter: string | undefined): object {
  const slabs = [
    { order: 1, startAfter: 0, priceType: 'PACKAGE', slabConfig: { packageSize: '100' } },
    { order: 2, startAfter: 1000, priceType: 'PER_UNIT' },
  ];
  const slabRates = [
    { order: 1, rate: 7.5, slabRateConfig: { minimumRate: '1', maximumRate: '100' } },
    { order: 2, rate: 0.25 },
  ];
  return {
    ...{ billableId: meter, type: 'USAGE', invoiceTiming: 'IN_ARREARS', tag: 'calls', displayName: 'Calls' },
    rateCardDetails: {
      usageRateCard: {
        ratePlan: { pricingModel: 'TIERED', slabs },
        rateValues: [{ currency: 'USD', slabRates, rateConfig: { minimumRate: '5' } }],
      },
    },
  };
}

function commitment(plan: string | undefined): object {
  const minimumCommitmentRateCard = { rateValues: [{ currency: 'USD', rate: 100 }] };
  return {
    ...{ billableId: plan, type: 'MINIMUM_COMMITMENT', invoiceTiming: 'IN_ARREARS' },
    rateCardDetails: { minimumCommitmentRateCard },
  };
}

function fixedFee(addOn: string | undefined): object {
  return {
    ...{ billableId: addOn, type: 'FIXED_FEE', invoiceTiming: 'IN_ARREARS' },
    rateCardDetails: {
      fixedFeeRateCard: {
        ...{ type: 'RECURRING', enableProration: true, recurrenceConfig: { interval: 2, offset: 1 } },
        rateValues: [{ currency: 'USD', rate: 12.5 }],
      },
    },
  };
}
