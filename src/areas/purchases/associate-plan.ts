import type { AccountRow } from '#areas/accounts/index.ts';
import { listRateCards, type PlanVersion, readCycleConfig } from '#areas/price-plans/index.ts';
import type { SentCards } from '#areas/price-plans-v1/index.ts';
import { editTimeline, type TimelineEdit } from '#areas/schedules/index.ts';
import type { Context } from '#platform/http/operation.ts';
import { overrideCards } from './bought-cards.ts';
import { purchaseInvalid } from './problems.ts';
import type { Association } from './sale.ts';
import type { PurchaseRequest } from './schema.ts';

type EditContext = Pick<Context, 'tx' | 'org' | 'now'>;

/** The days of a plan association. */
export interface AssociationDays {
  effectiveFrom: Temporal.PlainDate;
  effectiveUntil: Temporal.PlainDate;
}

const PATH = 'associationOverride';

/**
 * Fixes the terms of a plan association now, and rejects here what the association would reject later. An
 * account in DRAFT may get a proposal, whose days are checked later.
 */
export async function readAssociation(
  context: EditContext,
  requested: { account: AccountRow; version: PlanVersion; body: PurchaseRequest },
): Promise<Association> {
  const { account, version, body } = requested;
  const { effectiveFrom, effectiveUntil } = body;
  if (!effectiveFrom) throw purchaseInvalid({ at: 'effectiveFrom', rule: 'is required for ASSOCIATION' });
  if (!effectiveUntil) throw purchaseInvalid({ at: 'effectiveUntil', rule: 'is required for ASSOCIATION' });
  const association = await readTerms(context, requested);
  if (account.status === 'DRAFT') return association;
  const edit = toEdit(version, association, { effectiveFrom, effectiveUntil });
  await editTimeline(context, { account, edits: [edit], isDryRun: true });
  return association;
}

/** Associates the plan with the account. Raises the problems of schedule edits. */
export async function associatePlan(
  context: EditContext,
  bought: {
    account: AccountRow;
    version: Pick<PlanVersion, 'planId' | 'version'>;
    association: Association;
    days: AssociationDays;
  },
): Promise<void> {
  const { account, version, association, days } = bought;
  await editTimeline(context, { account, edits: [toEdit(version, association, days)] });
}

async function readTerms(
  context: EditContext,
  { account, version, body }: { account: AccountRow; version: PlanVersion; body: PurchaseRequest },
): Promise<Association> {
  const { pricingCycleConfig, supportedCurrencies, ...sent } = body.associationOverride ?? {};
  const currency = account.invoiceCurrency;
  if (supportedCurrencies && !supportedCurrencies.includes(currency))
    throw purchaseInvalid({
      at: `${PATH}.supportedCurrencies`,
      rule: `must contain ${currency}, the account's currency`,
    });
  return {
    ...(pricingCycleConfig && {
      cycleOverride: readCycleConfig(pricingCycleConfig, `${PATH}.pricingCycleConfig`),
    }),
    ...(isOverriding(sent) && { overrideCards: await readCards(context, { account, version, sent }) }),
  };
}

function isOverriding(sent: SentCards): boolean {
  return Object.values(sent).some((member) => member !== undefined);
}

async function readCards(
  context: EditContext,
  { account, version, sent }: { account: AccountRow; version: PlanVersion; sent: SentCards },
): Promise<NonNullable<Association['overrideCards']>> {
  const base = await listRateCards(context.tx, context.org, version.referenceId);
  const cards = await overrideCards(context, { account, version, base, sent, path: PATH });
  return cards.map(({ referenceId: _, ...card }) => card);
}

function toEdit(
  { planId, version: planVersion }: Pick<PlanVersion, 'planId' | 'version'>,
  terms: Association,
  { effectiveFrom: from, effectiveUntil: until }: AssociationDays,
): TimelineEdit {
  return {
    mode: 'ASSOCIATE',
    from,
    until,
    terms: { planId, planVersion, ...terms },
    path: '',
    termsPath: '',
  };
}
