import {
  createPricePlanV2,
  editPricePlanRateCards,
  finalizePricePlan,
  findPlanNamed,
  findPlanVersion,
  listManyRateCards,
  listVersionsInForce,
  type PlanVersion,
  updatePricePlanPricingRules,
  updatePricePlanV2,
} from '#areas/price-plans/index.ts';
import { listManyPricingRules, type PricingRuleRow } from '#areas/pricing-rules/index.ts';
import type { Context } from '#platform/http/operation.ts';
import { planCardChanges } from '../card-changes.ts';
import type { EntityName } from '../card-schema.ts';
import { describeCard, listCardIds, resolveCard } from '../cards.ts';
import { call, isSame, type Kind, type Run, reject } from '../kind.ts';
import { idOf, type NamesById, readNames } from '../names.ts';
import { listRuleIds, listRuleNames, nameInRule, resolveInRule } from '../rule-names.ts';
import type { PlanItem, RuleItem } from '../schema.ts';

/**
 * A plan is exported in the version in force: the newest active version, or the draft if no version was ever
 * active.
 */
export const pricePlanKind: Kind<PlanItem> = {
  type: 'PRICE_PLAN',
  nameOf: ({ name }) => name.trim(),
  async find({ context }, { name }) {
    const { tx, org } = context;
    const plan = await findPlanNamed(tx, org, name.trim());
    if (plan?.status === 'ARCHIVED')
      reject('an archived price plan has this name in this environment; choose another name');
    const version = plan && (await findVersionInForce(context, plan.id));
    if (!plan || !version) return null;
    const [item] = await describePlans(context, [version]);
    return { id: plan.id, item: item as PlanItem };
  },
  async create(run, item) {
    const { name, type, description, pricingCycleConfig, supportedCurrencies } = item;
    const { deferredRevenue, allowOngoingCycleUpdates } = item;
    const body = {
      ...{ name, type, supportedCurrencies },
      ...(description !== undefined && { description }),
      ...(pricingCycleConfig && { pricingCycleConfig }),
      ...{ deferredRevenue, allowOngoingCycleUpdates },
    };
    const { id } = await call<{ id: string }>(createPricePlanV2, run, { body });
    await writePrices(run, item, { id, former: { rateCards: [], pricingRules: [] } });
  },
  async change(run, item, { id, item: found }) {
    const former = found as PlanItem;
    await requireChangeable(run, item, { id, former });
    const { description = null, pricingCycleConfig, supportedCurrencies } = item;
    const body = { description, supportedCurrencies, ...(pricingCycleConfig && { pricingCycleConfig }) };
    await call(updatePricePlanV2, run, { ...at(id), body });
    await writePrices(run, item, { id, former });
  },
};

export async function listPlanItems(context: Context, limit: number): Promise<PlanItem[]> {
  return describePlans(context, await listVersionsInForce(context.tx, context.org, { limit }));
}

const at = (id: string) => ({ params: { price_plan_id: id } });

async function findVersionInForce({ tx, org }: Context, planId: string): Promise<PlanVersion | null> {
  return (
    (await findPlanVersion(tx, org, { planId, version: 'ACTIVE' })) ??
    (await findPlanVersion(tx, org, { planId, version: 'LATEST' }))
  );
}

interface Former {
  id: string;
  former: Pick<PlanItem, 'rateCards' | 'pricingRules'>;
}

/** Writes cards and rules of the draft, and finalizes it if the plan is active in the document. */
async function writePrices(run: Run, item: PlanItem, { id, former }: Former): Promise<void> {
  const { changed, deleted } = planCardChanges(item.rateCards, former.rateCards);
  const operations: object[] = [];
  for (const card of changed) {
    const rateCard = await resolveCard(run, card, id);
    operations.push({ actionType: 'UPSERT', rateCardName: card.name, rateCard });
  }
  // Deletes first and separately, so that re-created cards have the new order.
  const deletions = deleted.map((rateCardName) => ({ actionType: 'DELETE', rateCardName }));
  for (const some of [deletions, operations])
    if (some.length > 0) await call(editPricePlanRateCards, run, { ...at(id), body: { operations: some } });
  const { pricingRules: rules = [] } = item;
  if (!isSame(rules, former.pricingRules ?? [])) {
    const pricingRules = await resolveRules(run, rules);
    await call(updatePricePlanPricingRules, run, { ...at(id), body: { pricingRules } });
  }
  if (item.status === 'ACTIVE') await call(finalizePricePlan, run, at(id));
}

async function resolveRules(run: Run, rules: readonly RuleItem[]): Promise<RuleItem[]> {
  const ids = new Map<string, string>();
  const key = ({ type, name }: EntityName) => `${type} ${name}`;
  for (const entity of listRuleNames(rules)) ids.set(key(entity), await idOf(run, entity));
  return rules.map((rule) => resolveInRule(rule, (entity) => ids.get(key(entity)) ?? ''));
}

/** Raises the reason why a plan cannot change to the document's state. */
async function requireChangeable(
  { context: { tx, org } }: Run,
  item: PlanItem,
  { id, former }: { id: string; former: PlanItem },
): Promise<void> {
  for (const member of ['type', 'deferredRevenue', 'allowOngoingCycleUpdates'] as const) {
    const [wanted, now] = [item[member] ?? false, former[member] ?? false];
    if (wanted !== now)
      reject(`${member} is ${now} in this environment and cannot change; choose another name`);
  }
  if (former.pricingCycleConfig && !item.pricingCycleConfig)
    reject(
      'the plan has a pricingCycleConfig in this environment, which cannot be removed; add it to the ' +
        'document',
    );
  if (former.status === 'DRAFT') return;
  if (item.status === 'DRAFT')
    reject(
      'the plan is ACTIVE in this environment but a draft in the document; finalize it in the source ' +
        'environment first',
    );
  const latest = await findPlanVersion(tx, org, { planId: id, version: 'LATEST' });
  if (latest?.status === 'DRAFT')
    reject(
      `the plan has a draft in this environment, version ${latest.version}; finalize or discard that ` +
        'first',
    );
}

async function describePlans(context: Context, versions: readonly PlanVersion[]): Promise<PlanItem[]> {
  const { tx, org } = context;
  const references = versions.map(({ referenceId }) => referenceId);
  const cards = await listManyRateCards(tx, org, references);
  const rules = await listManyPricingRules(tx, org, references);
  const names = await readNames(context, [...listCardIds(cards), ...listRuleIds(rules)]);
  const cardsOf = Map.groupBy(cards, ({ referenceId }) => referenceId);
  const rulesOf = Map.groupBy(rules, ({ referenceId }) => referenceId);
  return versions.map((version) => {
    const ofVersion = rulesOf.get(version.referenceId) ?? [];
    return {
      ...describeTerms(version),
      rateCards: (cardsOf.get(version.referenceId) ?? []).map((card) => describeCard(card, names)),
      ...(ofVersion.length > 0 && { pricingRules: ofVersion.map((rule) => describeRule(rule, names)) }),
    };
  });
}

function describeTerms(version: PlanVersion): Omit<PlanItem, 'rateCards' | 'pricingRules'> {
  const { name, type, status, description, pricingCycleConfig, supportedCurrencies } = version;
  const { deferredRevenue, allowOngoingCycleUpdates } = version;
  return {
    ...{ name, type, status },
    ...(description !== null && { description }),
    ...(pricingCycleConfig !== null && { pricingCycleConfig: describeCycle(pricingCycleConfig) }),
    ...{ supportedCurrencies, deferredRevenue, allowOngoingCycleUpdates },
  };
}

type Cycle = NonNullable<PlanItem['pricingCycleConfig']>;

/** The wire form, in which null members are absent. */
function describeCycle(cycle: NonNullable<PlanVersion['pricingCycleConfig']>): Cycle {
  return Object.fromEntries(
    Object.entries(cycle).filter(([, member]) => member !== null),
  ) as unknown as Cycle;
}

function describeRule(row: PricingRuleRow, names: NamesById): RuleItem {
  const { name, order, invoiceTiming, condition, computation, action } = nameInRule(
    row,
    (id) => names.get(id)?.name,
  );
  return {
    ...{ name, order, invoiceTiming },
    ...(condition !== null && { condition }),
    ...{ computation, action },
  };
}
