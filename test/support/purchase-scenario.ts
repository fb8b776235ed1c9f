import type { Client, Reply } from './running-app.ts';

/** Helpers for scenarios with one-time purchases. */

interface Priced {
  /** In USD. */
  rate: number;
  priceType?: 'FLAT' | 'PER_UNIT';
}

export interface BundleTerms {
  name: string;
  /** Fixed fees, by add-on. */
  fees?: Record<string, number>;
  /** Credits for features, by feature. */
  features?: Record<string, Priced & { windows: { from?: string; until: string; limit: number }[] }>;
  /** Credits in money, by add-on. */
  credits?: Record<string, Priced & { amount: number; lasts?: string }>;
}

/** A finalized plan of type PURCHASE. */
export async function publishBundle(client: Client, terms: BundleTerms): Promise<string> {
  const { id } = await client.must.post('/v2/price_plans', {
    ...{ name: terms.name, type: 'PURCHASE', supportedCurrencies: ['USD'] },
  });
  const cards = bundleCards(terms).map(({ type, id: billableId, details }) => ({
    actionType: 'CREATE',
    rateCard: { type, billableId, invoiceTiming: 'IN_ADVANCE', rateCardDetails: details },
  }));
  await client.must.post(`/v2/price_plans/${id}/rate_cards`, { operations: cards });
  await client.must.post(`/v2/price_plans/${id}/finalize`, {});
  return id;
}

function bundleCards({ fees = {}, features = {}, credits = {} }: BundleTerms) {
  return [
    ...Object.entries(features).map(([id, { windows, ...price }]) => ({
      ...{ id, type: 'BILLING_ENTITLEMENT' },
      details: { billingEntitlementRateCard: { featureConfigs: windows.map(writeWindow), ...slabOf(price) } },
    })),
    ...Object.entries(credits).map(([id, terms]) => ({
      ...{ id, type: 'CREDIT_GRANT', details: { creditGrantRateCard: writeCredit(terms) } },
    })),
    ...Object.entries(fees).map(([id, rate]) => ({
      ...{ id, type: 'FIXED_FEE' },
      details: { fixedFeeRateCard: { rateValues: [{ currency: 'USD', rate }], enableProration: false } },
    })),
  ];
}

function writeWindow({ from = 'PT0S', until, limit }: { from?: string; until: string; limit: number }) {
  return { effectiveFrom: from, effectiveUntil: until, featureCreditLimit: limit };
}

function slabOf({ rate, priceType = 'PER_UNIT' }: Priced) {
  return {
    ratePlan: { pricingModel: 'TIERED', slabs: [{ order: 1, startAfter: 0, priceType }] },
    rateValues: [{ currency: 'USD', slabRates: [{ order: 1, rate }] }],
  };
}

export function writeCredit({
  amount,
  lasts,
  rate,
  priceType = 'PER_UNIT',
}: Priced & {
  amount: number;
  lasts?: string;
}) {
  const expiry = lasts ? { expiryType: 'CUSTOM', expiryDuration: lasts } : { expiryType: 'NO_EXPIRY' };
  const slabDetails = [{ startAfter: 0, priceType, rate }];
  return {
    grantDetails: { priority: 1, ...expiry },
    rateDetails: {
      pricingModel: 'TIERED',
      currencySlabRateDetails: [{ currency: 'USD', creditAmount: amount, slabDetails }],
    },
  };
}

export async function sellCreditAddOn(client: Client, name: string): Promise<string> {
  return (await client.must.post('/addons', { name, type: 'CREDIT_GRANT' })).id;
}

/** Buys a plan for an account, and settles the consequences. */
export async function buy(client: Client, accountId: string, body: object): Promise<Reply['body']> {
  const { id } = await client.must.post(`/accounts/${accountId}/purchases`, body);
  await client.settle();
  return client.must.get(`/purchases/${id}`);
}

/** Changes the status of an order, and settles the consequences; returns the purchase. */
export async function settleOrder(
  client: Client,
  purchase: { id: string; invoiceId: string },
  status: string,
): Promise<Reply['body']> {
  await client.must.patch(`/invoices/${purchase.invoiceId}`, { status });
  await client.settle();
  return client.must.get(`/purchases/${purchase.id}`);
}

/** A monthly plan from the 1st that orders credits with each cycle: for a feature, and in money. */
export async function publishPrepaid(
  client: Client,
  terms: {
    feature: { id: string; rate: number; limit: number };
    credit: { id: string; rate: number; amount: number };
  },
): Promise<string> {
  const { feature, credit } = terms;
  const startOffset = { dayOffset: '1', monthOffset: 'NIL' };
  const { id } = await client.must.post('/v2/price_plans', {
    ...{ name: 'Prepaid', type: 'BILLING', supportedCurrencies: ['USD'] },
    pricingCycleConfig: { interval: 'MONTHLY', startOffset, gracePeriod: 0 },
  });
  const windows = [writeWindow({ until: 'P1M', limit: feature.limit })];
  const grant = writeCredit({ ...credit, priceType: 'FLAT' });
  const grantDetails = { priority: 1, expiryType: 'PRICING_CYCLE' };
  const cards = [
    {
      ...{ type: 'BILLING_ENTITLEMENT', billableId: feature.id },
      rateCardDetails: { billingEntitlementRateCard: { featureConfigs: windows, ...slabOf(feature) } },
    },
    {
      ...{ type: 'CREDIT_GRANT', billableId: credit.id },
      rateCardDetails: { creditGrantRateCard: { ...grant, grantDetails, type: 'RECURRING' } },
    },
  ];
  const operations = cards.map((card) => ({
    ...{ actionType: 'CREATE', rateCard: { ...card, invoiceTiming: 'PREPAID' } },
  }));
  await client.must.post(`/v2/price_plans/${id}/rate_cards`, { operations });
  await client.must.post(`/v2/price_plans/${id}/finalize`, {});
  return id;
}
