import { getAccount } from '#areas/accounts/index.ts';
import { getOrganization } from '#areas/organizations/index.ts';
import { meterIdsOf } from '#areas/price-plans/index.ts';
import { findRoundingMode, hasWholeCardMinimums } from '#areas/settings/index.ts';
import { listUsageMeters } from '#areas/usage-meters/index.ts';
import { isCurrency } from '#core/currency.ts';
import { localDate } from '#core/period-zone.ts';
import type { Context } from '#platform/http/operation.ts';
import { type Calculation, type CardRevenue, calculate } from './calculate.ts';
import { calculationInvalid, planNotPriced } from './problems.ts';
import { beginOn, imagineCycle, type RatedCycle } from './rated-cycle.ts';
import { readLicenseConfigs } from './read-licenses.ts';
import { readOverage } from './read-overage.ts';
import { cycleOfPlan, type RequestedPlan, readPlan } from './read-plan.ts';
import { type RequestedProration, readProration } from './read-proration.ts';
import { type RequestedUsage, readUsage } from './read-usage.ts';
import { findCurrencyProblem, firstFullOrdinal, requireMember } from './rules.ts';
import type { CalculateRevenueRequest, Config } from './schema.ts';

type ReadContext = Pick<Context, 'tx' | 'org' | 'now'>;

export interface Answered {
  currency: string;
  plan: RequestedPlan;
  usageLookupRange: RequestedUsage['range'];
  revenues: CardRevenue[];
}

/** Reads the inputs that a request describes and calculates the result; stores nothing. */
export async function calculateRequest(
  context: ReadContext,
  body: CalculateRevenueRequest,
): Promise<Answered> {
  const { tx, org } = context;
  const { timezone: timeZone } = await getOrganization(tx, org);
  const currency = await readCurrency(context, body.currencyConfig);
  const plan = await readPlan(context, body.pricePlanDetailsConfig);
  const { cards } = plan;
  const unpriced = findCurrencyProblem(plan.version.supportedCurrencies, currency);
  if (unpriced) throw planNotPriced({ currency, problems: [unpriced] });
  const ratedCycle =
    plan.ratedCycle ??
    ratePlanFrom(plan, { config: body.pricePlanDetailsConfig, now: context.now, timeZone });
  const usage = await readUsage(context, body.usageConfig, { cards, timeZone });
  const requested = await readProration(context, body.prorationConfig, { timeZone, plan });
  const days = requested?.ratedCycle ?? ratedCycle;
  const licenses = await readLicenseConfigs(context, body, { cards, timeZone, ratedCycle: days });
  const { revenues, problems } = calculate({
    ...{ currency, cards, ratedCycle, usage: usage.totals, proration: requested?.proration ?? null },
    ...{ licenses: cutLicenses(licenses, requested), isBoughtOnce: plan.version.type === 'PURCHASE' },
    roundingMode: await findRoundingMode(tx, org),
    hasWholeMinimums: await hasWholeCardMinimums(tx, org),
    meters: await listMeters(context, plan),
    overage: await readOverage(context, body.entitlementOverageConfig, cards),
  });
  if (problems.length > 0) throw planNotPriced({ currency, problems });
  return { currency, plan, usageLookupRange: usage.range, revenues };
}

async function readCurrency(
  { tx, org }: ReadContext,
  { mode, currency, accountId }: Config<'currencyConfig'>,
): Promise<string> {
  switch (mode) {
    case 'CUSTOM': {
      const path = 'currencyConfig.currency';
      const code = requireMember(currency, { path, mode });
      if (isCurrency(code)) return code;
      throw calculationInvalid({ path, rule: `${code} is not an ISO 4217 currency such as USD` });
    }
    case 'ACCOUNT_INVOICE': {
      const id = requireMember(accountId, { path: 'currencyConfig.accountId', mode });
      return (await getAccount(tx, org, id)).invoiceCurrency;
    }
    default:
      return mode satisfies never;
  }
}

/** For a plan alone: the requested cycle, or the first that bills everything. */
function ratePlanFrom(
  plan: RequestedPlan,
  requested: { config: Config<'pricePlanDetailsConfig'>; now: Temporal.Instant; timeZone: string },
): RatedCycle {
  const { config, now, timeZone } = requested;
  const { pricingCycleOrdinal: sent, effectiveOn: at = now } = config;
  const isBoughtOnce = plan.version.type === 'PURCHASE';
  const first = isBoughtOnce ? 0 : firstFullOrdinal(plan.cards);
  const ordinal = sent === undefined || isBoughtOnce ? first : sent - 1;
  return imagineCycle(cycleOfPlan(plan), { day: localDate(at, timeZone), ordinal, timeZone });
}

/** With proration, licenses count from the same day on. */
function cutLicenses(
  { LICENSE: counted, NAMED_LICENSE: named }: Calculation['licenses'],
  requested: RequestedProration | null,
): Calculation['licenses'] {
  const cut = (ratedCycle: RatedCycle) => (requested ? beginOn(ratedCycle, requested.from) : ratedCycle);
  return {
    LICENSE: { ...counted, ratedCycle: cut(counted.ratedCycle) },
    NAMED_LICENSE: { ...named, ratedCycle: cut(named.ratedCycle) },
  };
}

export async function listMeters(
  { tx, org }: ReadContext,
  { cards }: Pick<RequestedPlan, 'cards'>,
): Promise<Calculation['meters']> {
  const ids = meterIdsOf(cards);
  const meters = ids.length > 0 ? await listUsageMeters(tx, org, ids) : [];
  return new Map(meters.map((meter) => [meter.id, meter]));
}
