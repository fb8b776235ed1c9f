import type { AccountRow } from '#areas/accounts/index.ts';
import {
  findPlanVersion,
  listRateCards,
  type PlanVersion,
  readCycleConfig,
} from '#areas/price-plans/index.ts';
import { listPricingRules, readPricingRules } from '#areas/pricing-rules/index.ts';
import type { TimelineEdit } from '#areas/schedules/index.ts';
import type { Context } from '#platform/http/operation.ts';
import { requireBillable } from './check-version.ts';
import { associationInvalid } from './problems.ts';
import { replaceCards } from './replace-cards.ts';
import type { PricingScheduleEdit } from './schedule-schema.ts';

type Terms = NonNullable<TimelineEdit['terms']>;
type Reading = Pick<Context, 'tx' | 'org'>;

interface Requested {
  account: AccountRow;
  edit: PricingScheduleEdit;
  /** Path of the edit in the request, such as `edits[0]`; empty for the body itself. */
  path: string;
}

/** Converts an edit of the first version of the API for the schedules area, and validates its override. */
export async function readEdit(context: Reading, requested: Requested): Promise<TimelineEdit> {
  const { edit, path } = requested;
  const { mode = 'ASSOCIATE', effectiveFrom: from, effectiveUntil: until } = edit;
  const days = { mode, from, until, path, termsPath: path };
  return { ...days, terms: mode === 'ASSOCIATE' ? await readTerms(context, requested) : null };
}

async function readTerms({ tx, org }: Reading, requested: Requested): Promise<Terms> {
  const { account, edit } = requested;
  const { pricePlanId: planId, retainStartOffsets, pricePlanDetailsOverride: details = {} } = edit;
  const at = (member: string) => (requested.path ? `${requested.path}.${member}` : member);
  if (planId === undefined)
    throw associationInvalid({ path: at('pricePlanId'), rule: 'is required for ASSOCIATE' });
  const { pricingCycleConfig, supportedCurrencies, ...sent } = details;
  const path = at('pricePlanDetailsOverride');
  const currency = account.invoiceCurrency;
  if (supportedCurrencies && !supportedCurrencies.includes(currency))
    throw associationInvalid({
      path: `${path}.supportedCurrencies`,
      rule: `must contain ${currency}, the currency of the account`,
    });
  const cycleOverride =
    pricingCycleConfig && readCycleConfig(pricingCycleConfig, `${path}.pricingCycleConfig`);
  const terms: Terms = { planId, retainStartOffsets, cycleOverride };
  const isPriced = Object.keys(sent).length > 0 || edit.pricingRulesOverride !== undefined;
  const version = isPriced ? await findPlanVersion(tx, org, { planId, version: 'ACTIVE' }) : null;
  // Without an active version, the schedules area reports what is wrong with the plan.
  if (!version) return terms;
  const own = { ...version, pricingCycleConfig: cycleOverride ?? version.pricingCycleConfig };
  const prices = await readPrices({ tx, org }, { ...requested, version: own, at });
  return { ...terms, planVersion: version.version, ...prices };
}

/** The account's cards and rules in place of the plan's; validated like a plan. */
async function readPrices(
  { tx, org }: Reading,
  requested: Requested & { version: PlanVersion; at: (member: string) => string },
): Promise<Pick<Terms, 'overrideCards' | 'overrideRules'>> {
  const { account, edit, version, at } = requested;
  const { pricingCycleConfig: _, supportedCurrencies, ...sent } = edit.pricePlanDetailsOverride ?? {};
  const { planId, type: planType, referenceId } = version;
  const rulesPath = at('pricingRulesOverride');
  const { pricingRulesOverride } = edit;
  const overrideRules = pricingRulesOverride && (await readPricingRules(pricingRulesOverride, rulesPath));
  const [base, baseRules] = await Promise.all([
    listRateCards(tx, org, referenceId),
    listPricingRules(tx, org, referenceId),
  ]);
  const path = at('pricePlanDetailsOverride');
  const replaced = await replaceCards(tx, org, { plan: { planId, planType }, base, sent, path });
  await requireBillable(tx, org, {
    version: { ...version, supportedCurrencies: [account.invoiceCurrency] },
    cards: replaced.cards.map((card) => ({ ...card, referenceId })),
    ...{ paths: replaced.paths, rules: overrideRules ?? baseRules, rulesPath, isDraft: false },
  });
  const isReplaced = Object.keys(sent).length > 0;
  return { ...(isReplaced && { overrideCards: replaced.cards }), ...(overrideRules && { overrideRules }) };
}
