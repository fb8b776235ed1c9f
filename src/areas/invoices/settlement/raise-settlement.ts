import { getAccount } from '#areas/accounts/index.ts';
import { findCustomer } from '#areas/customers/index.ts';
import { getOrganization } from '#areas/organizations/index.ts';
import { findSellerEntity } from '#areas/seller-entities/index.ts';
import { decimal } from '#core/decimal.ts';
import { computeInvoice, type InvoiceInputs } from '#core/invoice/index.ts';
import { startOfDay } from '#core/period-zone.ts';
import { newId } from '#platform/ids.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { publishStatus } from '../events/publish-invoice.ts';
import { type ComputedInvoice, TOTAL_LIMIT } from '../lifecycle/compute-document.ts';
import { computedColumns } from '../lifecycle/computed-columns.ts';
import { lockPool } from '../lifecycle/consume-credits.ts';
import { creditInputs } from '../lifecycle/draft-credits.ts';
import { issueInvoice } from '../lifecycle/issue-invoice.ts';
import { describeParties, readNetTermDays } from '../lifecycle/read-facts.ts';
import { type Adjustment, claimAdjustments, lockWaitingAdjustments } from '../store/advance-adjustments.ts';
import { insertDraft } from '../store/lifecycle.ts';
import { isOpeningDue } from '../store/planned-work.ts';
import { readTaxes } from '../taxes/read-taxes.ts';

/**
 * Bills the lines that wait for the next invoice in advance of an account if none will follow: on a separate
 * invoice dated now. A cycle that opens at this instant takes them instead.
 */
export async function raiseSettlement(context: ScheduledWorkContext, accountId: string): Promise<void> {
  const { tx, org, now } = context;
  const waiting = await lockWaitingAdjustments(tx, org, accountId);
  const last = waiting.at(-1);
  if (!last || (await isOpeningDue(tx, org, { accountId, now }))) return;
  const computed = await computeSettlement(context, { accountId, waiting, setting: last.setting });
  // Exceeds the limit of an invoice, so it waits where an operator sees it.
  if (computed.totalAmount.abs().gte(TOTAL_LIMIT)) return;
  const { timeZone, cycle, pricePlan } = last.setting;
  const account = await getAccount(tx, org, accountId);
  const draft = await insertDraft(
    tx,
    {
      ...{ orgId: org.orgId, id: newId('inv', now), accountId: account.id, customerId: account.customerId },
      ...{ invoiceClass: 'INVOICE', invoiceType: 'ADHOC_ADVANCED', status: 'DRAFT' },
      ...{ planId: pricePlan.id, planVersion: pricePlan.version, invoiceDate: now },
      startAt: startOfDay(Temporal.PlainDate.from(cycle.start), timeZone),
      endAt: startOfDay(Temporal.PlainDate.from(cycle.end), timeZone),
      ...{ generatedAt: now, createdAt: now, updatedAt: now },
    },
    computedColumns(computed),
  );
  if (!draft) throw new Error(`the settlement of account ${accountId} could not be stored`);
  publishStatus(tx, org, { id: draft.id, status: 'DRAFT', now });
  await claimAdjustments(tx, org, { ids: waiting.map(({ id }) => id), invoiceId: draft.id });
  await issueInvoice(context, draft, { computed, timeZone });
}

async function computeSettlement(
  { tx, org, now }: ScheduledWorkContext,
  settled: { accountId: string; waiting: readonly Adjustment[]; setting: Adjustment['setting'] },
): Promise<ComputedInvoice> {
  const { accountId, waiting, setting } = settled;
  const account = await getAccount(tx, org, accountId);
  const { customerId } = account;
  const [organization, customer, billing, netTermDays, pool] = await Promise.all([
    getOrganization(tx, org),
    findCustomer(tx, org, customerId),
    findSellerEntity(tx, org, { accountId, customerId }),
    readNetTermDays(tx, org),
    lockPool(tx, org, accountId),
  ]);
  const { timeZone, cycle, pricePlan } = setting;
  const [start, end] = [Temporal.PlainDate.from(cycle.start), Temporal.PlainDate.from(cycle.end)];
  const days = { part: { start, end, startAt: now }, schedule: { timeZone } };
  const document = { timing: 'IN_ADVANCE', invoiceDate: now, createdAt: now } as const;
  const credits = pool ? creditInputs(pool, days, document) : [];
  const details = describeParties(organization, { account, customer, billing, plan: pricePlan });
  const taxes = await readTaxes(tx, org, { account, details });
  const inputs: InvoiceInputs = {
    ...{ engine: 1, timing: 'IN_ADVANCE', ...setting },
    cards: waiting.map(({ card }) => card),
    ...(credits.length > 0 ? { credits } : {}),
    ...(taxes.length > 0 ? { taxes } : {}),
  };
  const computed = computeInvoice(inputs);
  return {
    ...{ inputs, document: computed, totalAmount: decimal(computed.totalAmount) },
    details,
    netTermDays: account.netTermDays ?? netTermDays,
    ...{ info: [], isIncomplete: false },
  };
}
