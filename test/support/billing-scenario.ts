import { expect } from 'vitest';
import type { Client, Reply } from './running-app.ts';

/** HTTP helpers for billing scenarios: a customer's program could make the same calls. */

export interface SlabTerms {
  startAfter?: number;
  priceType?: 'FLAT' | 'PER_UNIT' | 'PACKAGE';
  rate: number;
  packageSize?: string;
  minimumRate?: string;
  maximumRate?: string;
}

interface PriceTerms {
  model?: 'TIERED' | 'VOLUME';
  slabs: SlabTerms[];
  minimumRate?: string;
  maximumRate?: string;
}

/** Credits of one window, which begins with the block by default. */
interface WindowTerms {
  effectiveFrom?: string;
  effectiveUntil: string;
  featureCreditLimit: number;
}

export interface CardTerms {
  type:
    | 'USAGE'
    | 'FIXED_FEE'
    | 'BILLING_ENTITLEMENT'
    | 'ENTITLEMENT_OVERAGE'
    | 'LICENSE'
    | 'CREDIT_GRANT'
    | 'MINIMUM_COMMITMENT';
  /** `THE_PLAN` for the plan itself, which has no id before its creation. */
  billableId: string;
  timing?: 'IN_ADVANCE' | 'IN_ARREARS' | 'PREPAID';
  tag?: string;
  usage?: { model: 'TIERED' | 'VOLUME'; slabs: SlabTerms[]; minimumRate?: string; maximumRate?: string };
  fee?: {
    rate: number;
    isProrated?: boolean;
    refundMode?: 'NONE' | 'CREDITS' | 'WALLET' | 'PAYMENT';
    type?: 'ONE_TIME' | 'RECURRING';
    interval?: number;
    offset?: number;
  };
  entitlement?: PriceTerms & { windows: WindowTerms[]; interval?: number; offset?: number };
  overage?: PriceTerms & { maxQuantity?: number; interval?: number; startOffset?: number };
  /** The wire's `rateCardDetails`, instead of the members above. */
  details?: Record<string, unknown>;
}

export interface PlanTerms {
  name: string;
  cards: CardTerms[];
  currency?: string;
  interval?: 'WEEKLY' | 'MONTHLY' | 'QUARTERLY' | 'HALF_YEARLY' | 'ANNUALLY';
  day?: string;
  month?: string;
  graceDays?: number;
  /** Cycles begin on the day of association. */
  isAnniversary?: boolean;
  /** Edits may begin with the current cycle. */
  isOngoing?: boolean;
  /** Metrics show no revenue before the invoice is due. */
  isDeferred?: boolean;
}

const FOREVER = '9999-01-01';

/** A meter that sums the attribute `amount` of events of its own schema, which has the meter's name. */
export async function sellUsage(client: Client, name: string): Promise<string> {
  await client.must.post('/event_schema', { name, attributes: [{ name: 'amount' }], dimensions: [] });
  await client.must.post(`/event_schema/${name}/activate`);
  const { id } = await client.must.post('/usage_meters', {
    name,
    type: 'COUNTER',
    aggregation: 'SUM',
    eventSchemaName: name,
    computations: [{ computation: JSON.stringify({ var: 'attribute.amount' }), order: 1 }],
  });
  await client.must.post(`/usage_meters/${id}/activate`);
  return id;
}

/** An add-on for fixed fee cards. */
export async function sellFee(client: Client, name: string): Promise<string> {
  return (await client.must.post('/addons', { name, type: 'FIXED_FEE' })).id;
}

/** A finalized plan; by default monthly from the 1st without grace. */
export async function publishPlan(client: Client, terms: PlanTerms): Promise<string> {
  const { name, cards, currency = 'USD', interval = 'MONTHLY', day = '1', graceDays = 0 } = terms;
  const { id } = await client.must.post('/v2/price_plans', {
    name,
    type: 'BILLING',
    supportedCurrencies: [currency],
    ...(terms.isOngoing && { allowOngoingCycleUpdates: true }),
    ...(terms.isDeferred && { deferredRevenue: true }),
    pricingCycleConfig: {
      interval,
      startOffset: { dayOffset: day, monthOffset: terms.month ?? 'NIL' },
      gracePeriod: graceDays,
      ...(terms.isAnniversary && { anniversaryCycle: true }),
    },
  });
  const named = cards.map((card, index) => {
    const rateCard = writeCard(card.billableId === 'THE_PLAN' ? { ...card, billableId: id } : card, currency);
    return { actionType: 'CREATE', rateCardName: `card ${index + 1}`, rateCard };
  });
  await client.must.post(`/v2/price_plans/${id}/rate_cards`, { operations: named });
  await client.must.post(`/v2/price_plans/${id}/finalize`, {});
  return id;
}

let added = 0;

/**
 * Publishes the next version of a plan with additional cards, and moves the accounts of the previous version
 * to it.
 */
export async function addCards(
  client: Client,
  planId: string,
  change: { cards: CardTerms[]; migrationMode: 'IMMEDIATE' | 'NEXT_CYCLE'; currency?: string },
): Promise<void> {
  const { cards, migrationMode, currency = 'USD' } = change;
  added += 1;
  await client.must.patch(`/v2/price_plans/${planId}`, { description: 'The next version' });
  await client.must.post(`/v2/price_plans/${planId}/rate_cards`, {
    operations: cards.map((card, index) => ({
      ...{
        actionType: 'CREATE',
        rateCardName: `added ${added} ${index + 1}`,
        rateCard: writeCard(card, currency),
      },
    })),
  });
  const versionsToMigrate = 'LATEST_VERSION';
  await client.must.post(`/v2/price_plans/${planId}/finalize`, { migrationMode, versionsToMigrate });
  await client.settle();
}

/** A feature whose credits are debited by the attribute `amount` of the events of these schemas. */
export async function sellMeteredFeature(
  client: Client,
  name: string,
  schemas: string[] = [],
): Promise<string> {
  const schemaAssociations = schemas.map((schemaName) => ({ schemaName, attributeName: 'amount' }));
  return (await client.must.post('/features', { name, schemaAssociations })).id;
}

function writeCard({ usage, fee, entitlement, overage, details, ...card }: CardTerms, currency: string) {
  const shared = {
    billableId: card.billableId,
    type: card.type,
    invoiceTiming: card.timing ?? 'IN_ARREARS',
    ...(card.tag && { tag: card.tag }),
  };
  if (details) return { ...shared, rateCardDetails: details };
  if (usage) return { ...shared, rateCardDetails: { usageRateCard: writePrices(usage, currency) } };
  if (entitlement) {
    const { windows: featureConfigs, interval = 1, offset = 0, ...prices } = entitlement;
    const terms = { featureConfigs, recurrenceConfig: { interval, offset } };
    const billingEntitlementRateCard = { ...terms, ...writePrices(prices, currency) };
    return { ...shared, rateCardDetails: { billingEntitlementRateCard } };
  }
  if (overage) {
    const { maxQuantity, interval = 1, startOffset = 0, ...prices } = overage;
    const terms = { ...(maxQuantity !== undefined && { maxQuantity }) };
    const billingConfig = { interval, startOffset };
    const entitlementOverageRateCard = { ...terms, billingConfig, ...writePrices(prices, currency) };
    return { ...shared, rateCardDetails: { entitlementOverageRateCard } };
  }
  const { rate = 0, isProrated = false, type = 'RECURRING', interval, offset, refundMode } = fee ?? {};
  const recurrenceConfig = { ...(interval && { interval }), ...(offset && { offset }) };
  return {
    ...shared,
    rateCardDetails: {
      fixedFeeRateCard: {
        type,
        rateValues: [{ currency, rate }],
        enableProration: isProrated,
        ...(refundMode && { proratedRefundMode: refundMode }),
        recurrenceConfig,
      },
    },
  };
}

/** `ratePlan` and `rateValues` of a card. */
export function writePrices({ model = 'TIERED', slabs, ...bounds }: PriceTerms, currency: string) {
  return {
    ratePlan: {
      pricingModel: model,
      slabs: slabs.map(({ startAfter = 0, priceType = 'PER_UNIT', packageSize }, index) => ({
        order: index + 1,
        startAfter,
        priceType,
        ...(packageSize && { slabConfig: { packageSize } }),
      })),
    },
    rateValues: [
      {
        currency,
        slabRates: slabs.map(({ rate, minimumRate, maximumRate }, index) => ({
          order: index + 1,
          rate,
          slabRateConfig: { ...(minimumRate && { minimumRate }), ...(maximumRate && { maximumRate }) },
        })),
        rateConfig: bounds,
      },
    ],
  };
}

/** An account with its own customer. */
export async function openAccount(
  client: Client,
  id: string,
  members: Record<string, unknown> = {},
): Promise<void> {
  const address = { line1: `${id} street 1`, city: 'Springfield', country: 'US', postalCode: '12345' };
  await client.must.post('/customers', {
    id: `customer-${id}`,
    name: `Customer ${id}`,
    primaryEmail: `${id}@example.com`,
    address,
  });
  await client.must.post('/accounts', {
    id,
    customerId: `customer-${id}`,
    name: `Account ${id}`,
    ...members,
  });
}

interface TimelineEdit {
  planId?: string;
  from: string;
  until?: string;
}

/** Assigns plans to an account, or removes one where an edit names none, and settles the consequences. */
export async function editTimeline(client: Client, accountId: string, edits: TimelineEdit[]): Promise<void> {
  await assignPlans(client, accountId, edits);
  await client.settle();
}

/** The same at the running clock, which settling would stop. */
export async function assignPlans(client: Client, accountId: string, edits: TimelineEdit[]): Promise<void> {
  await client.must.post(`/v2/accounts/${accountId}/edit_schedules`, {
    edits: edits.map(({ planId, from, until = FOREVER }) => ({
      mode: planId ? 'ASSOCIATE' : 'DISASSOCIATE',
      effectiveFrom: from,
      effectiveUntil: until,
      ...(planId && { associationConfig: { pricePlanId: planId } }),
    })),
  });
  await client.must.post(`/v2/accounts/${accountId}/finalize_schedules`, {});
}

let sent = 0;

/** Sends one event, which is metered when this returns. */
export async function use(
  client: Client,
  event: { meter: string; account: string; at: string; amount: string },
  headers: Record<string, string> = {},
): Promise<Reply> {
  sent += 1;
  const body = {
    event: {
      id: `event-${sent}`,
      schemaName: event.meter,
      accountId: event.account,
      timestamp: event.at,
      attributes: [{ name: 'amount', value: event.amount }],
      dimensions: {},
    },
  };
  return client.post('/ingest', body, headers);
}

/** The final status of an account's newest event. */
export async function lastEventStatus(client: Client, accountId: string): Promise<string> {
  const { events } = await client.must.get(`/events?account_id=${accountId}&pageSize=1`);
  return events[0].ingestionStatus.status;
}

/** All complete invoices of an account, earliest cycle first and in advance before in arrears. */
export async function listInvoices(client: Client, accountId: string): Promise<Reply['body'][]> {
  const { data } = await client.must.get(`/invoices?owner_id=${accountId}`);
  const whole = await Promise.all(data.map(({ id }: { id: string }) => client.must.get(`/invoices/${id}`)));
  return whole.sort((a, b) => compareText(sortKey(a), sortKey(b)));
}

function sortKey({ startDate, invoiceType }: { startDate: string; invoiceType: string }): string {
  return `${startDate} ${invoiceType === 'STANDARD_ADVANCED' ? 0 : 1}`;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** `2030-01-01 to 2030-02-01 DUE 250`, for tables of expectations. */
export function lineOf(invoice: Reply['body']): string {
  const { startDate, endDate, status, totalAmount } = invoice;
  return `${startDate.slice(0, 10)} to ${endDate.slice(0, 10)} ${status} ${totalAmount}`;
}

/** Values of all lines of the given types, in document order. */
export function valuesOf(invoice: Reply['body'], ...types: string[]): [type: string, value: number][] {
  const walk = (line: Reply['body']): [string, number][] => [
    ...(types.includes(line.type) ? [[line.type, line.value] as [string, number]] : []),
    ...line.lineItems.flatMap(walk),
  ];
  return walk(invoice.revenueInfo);
}

/** The charges of a document before credits are applied. */
export function grossOf(invoice: Reply['body']): number {
  return valuesOf(invoice, 'GROSS_AMOUNT').reduce((sum, [, value]) => sum + value, 0);
}

/** The only invoice of an account; fails the test if there is none or more than one. */
export async function onlyInvoice(client: Client, accountId: string): Promise<Reply['body']> {
  const invoices = await listInvoices(client, accountId);
  expect(invoices.map(lineOf)).toHaveLength(1);
  return invoices[0];
}
