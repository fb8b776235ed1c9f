import { getAccount } from '#areas/accounts/index.ts';
import { type CreditUse, consumeCredits, giveBackCredits } from '#areas/credits/index.ts';
import { findCustomer } from '#areas/customers/index.ts';
import { getOrganization } from '#areas/organizations/index.ts';
import { findSellerEntity } from '#areas/seller-entities/index.ts';
import { canonicalJson } from '#core/canonical-json.ts';
import { type Decimal, decimal, ZERO } from '#core/decimal.ts';
import type { AdjustmentInputs } from '#core/invoice/adjustment.ts';
import { checkInvoiceTree, type InvoiceDocument } from '#core/invoice/index.ts';
import { newId } from '#platform/ids.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { publishStatus } from '../events/publish-invoice.ts';
import { holdBack, isHeldBack } from '../finalization/approved-total.ts';
import { passAdjustmentHooks } from '../finalization/pass-adjustment.ts';
import { usesOf } from '../lifecycle/draft-credits.ts';
import { finishInvoice } from '../lifecycle/issue-invoice.ts';
import { describeParties, readNetTermDays } from '../lifecycle/read-facts.ts';
import type { InvoiceRow } from '../store/invoices.ts';
import { type ComputedColumns, insertRegisteredDraft } from '../store/lifecycle.ts';

interface Adjustment {
  original: InvoiceRow;
  /** The document that the adjustment continues from. */
  base: InvoiceRow;
  inputs: AdjustmentInputs;
  document: InvoiceDocument;
  /** The caller's idempotency key and the request sent with it. */
  requested?: { idempotencyKey: string; request: string } | undefined;
  /** The void invoice that this one replaces. */
  replaces?: string;
  /** The channel of the refund, if the organization does not pay negative amounts back itself. */
  refundMode?: 'WALLET' | 'PAYMENT';
  /** Set if a user still has to return the money. */
  status?: 'REFUND_INITIATED' | undefined;
}

/**
 * Issues an adjustment as a separate invoice with its own number and date; the adjusted invoice stays
 * unchanged. A negative one is a credit note. In a group that bills daily it is merged like every invoice.
 * If it must be registered first, it is a draft until then. Returns its id.
 */
export async function issueAdjustment(
  context: ScheduledWorkContext,
  adjustment: Adjustment,
): Promise<string> {
  const { tx, org, now } = context;
  const { original, inputs, document, requested = {}, status } = adjustment;
  const violations = checkInvoiceTree(document, { isDifference: true });
  if (violations.length > 0) throw new Error(`adjustment of ${original.id}: ${violations.join(' ')}`);
  const columns = await describeColumns(context, adjustment);
  const { accountId, customerId, planId, planVersion, startAt, endAt } = original;
  const inserted = await insertRegisteredDraft(
    tx,
    {
      orgId: org.orgId,
      id: newId('inv', now),
      ...{ accountId, customerId, planId, planVersion, startAt, endAt, invoiceDate: now },
      ...{ invoiceClass: 'INVOICE', invoiceType: 'CUSTOM', status: 'DRAFT', autoAdvance: false },
      ...{ generatedAt: now, createdAt: now, updatedAt: now },
      ...requested,
      metadata: describeAdjustment(adjustment, columns),
    },
    columns,
  );
  if (!inserted) throw new Error(`the adjustment of ${original.id} already exists`);
  const { row: draft, isRegistered } = inserted;
  publishStatus(tx, org, { id: draft.id, status: 'DRAFT', now });
  await settleCredits(context, draft, usesOf(document));
  const { timeZone } = inputs;
  if (await isHeldBack(context, draft, columns)) {
    await holdBack(context, draft);
    return draft.id;
  }
  const isWaiting =
    isRegistered && !(await passAdjustmentHooks(context, draft, { original, columns, timeZone }));
  if (!isWaiting) await finishInvoice(context, draft, { columns, timeZone, status });
  return draft.id;
}

function describeAdjustment(
  { original, base, inputs, replaces, refundMode }: Adjustment,
  { totalAmount }: ComputedColumns,
): Record<string, string | number> {
  const { reason, original: adjusted } = inputs;
  const isCreditNote = reason !== undefined || totalAmount.isNegative();
  return {
    ...{ adjusts: original.id, basedOn: base.id },
    ...describeCause(inputs),
    ...(original.sequenceId === null ? {} : { adjustedNumber: original.sequenceId }),
    ...{ servicePeriodStart: adjusted.cycle.start, servicePeriodEnd: adjusted.cycle.end },
    ...(isCreditNote ? { creditNoteFor: original.id } : {}),
    ...(replaces === undefined ? {} : { replaces }),
    ...(refundMode === undefined ? {} : { refundMode }),
  };
}

function describeCause({ reason, endOfSchedule, events }: AdjustmentInputs): Record<string, string | number> {
  if (reason !== undefined) return { reason };
  return endOfSchedule === undefined ? { lateEvents: events.count } : { endOfSchedule };
}

async function describeColumns(
  { tx, org }: ScheduledWorkContext,
  { original, inputs, document }: Adjustment,
): Promise<ComputedColumns> {
  const [organization, account] = await Promise.all([
    getOrganization(tx, org),
    getAccount(tx, org, original.accountId),
  ]);
  const { id: accountId, customerId } = account;
  const customer = await findCustomer(tx, org, customerId);
  const billing = await findSellerEntity(tx, org, { accountId, customerId });
  const { pricePlanName: name } = original.details;
  const plan = name === undefined ? null : { name };
  return {
    currency: inputs.currency,
    inputs: canonicalJson(inputs),
    document: canonicalJson(document),
    totalAmount: decimal(document.totalAmount),
    netTermDays: account.netTermDays ?? (await readNetTermDays(tx, org)),
    details: describeParties(organization, { account, customer, billing, plan }),
    info: [],
  };
}

/** Draws more from each credit, or restores a part. */
async function settleCredits(
  context: ScheduledWorkContext,
  { id: invoiceId, accountId }: InvoiceRow,
  uses: readonly CreditUse[],
): Promise<void> {
  const ofCredit = Map.groupBy(uses, ({ creditId }) => creditId);
  const taken: CreditUse[] = [];
  const amounts = new Map<string, Decimal>();
  for (const [creditId, own] of ofCredit) {
    const sum = own.reduce((total, { amount }) => total.plus(amount), ZERO);
    if (sum.isNegative()) amounts.set(creditId, sum.negated());
    // A credit may pay more on one line and less on another: the net amount stays with the first.
    else if (own.every(({ amount }) => amount.gt(0))) taken.push(...own);
    else if (!sum.isZero()) taken.push({ creditId, lineId: own[0]?.lineId ?? '', amount: sum });
  }
  if (taken.length > 0) await consumeCredits(context, { accountId, invoiceId, uses: taken });
  await giveBackCredits(context, { invoiceId, amounts });
}
