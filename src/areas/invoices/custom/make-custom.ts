import { accountArchived, accountInDraft, lockAccount } from '#areas/accounts/index.ts';
import { invoiceGroupNotFound, lockInvoiceGroup } from '#areas/invoice-groups/index.ts';
import { requestText } from '#core/canonical-json.ts';
import { isBefore } from '#core/instants.ts';
import { newId } from '#platform/ids.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { publishStatus } from '../events/publish-invoice.ts';
import { noteIssue } from '../finalization/note-effects.ts';
import { computedColumns } from '../lifecycle/computed-columns.ts';
import { planClosing } from '../lifecycle/planned-work.ts';
import { refreshAccountDrafts } from '../lifecycle/refresh-account.ts';
import { payByHand } from '../payments/pay-by-hand.ts';
import { customInvalid, customKeyTaken, customNotOver, customTooLarge } from '../problems.ts';
import type { CreateCustomInvoiceRequest } from '../schema.ts';
import { issueDraft } from '../status/issue-draft.ts';
import { findInvoiceByKey } from '../store/custom.ts';
import { findInvoice, type StoredInvoice } from '../store/invoices.ts';
import { insertDraft } from '../store/lifecycle.ts';
import { type CustomTerms, computeCustom } from './compute-custom.ts';
import { readLines } from './read-lines.ts';

type Owner = Pick<StoredInvoice, 'accountId' | 'groupId' | 'customerId'>;

/**
 * Creates an invoice from manual lines, as a draft or issued at once, and returns its id. Locks the owner,
 * so that a repeated idempotency key finds the first invoice. `by` is the credential that records the
 * payment of one with status PAID. Raises the problem if the request is rejected.
 */
export async function makeCustomInvoice(
  context: ScheduledWorkContext,
  { body, by }: { body: CreateCustomInvoiceRequest; by: string },
): Promise<string> {
  const { now } = context;
  const owner = await lockOwner(context, body);
  const request = requestText(body);
  const known = await findRepeat(context, { owner, key: body.idempotencyKey, request });
  if (known !== null) return known;
  const { startDate: startAt, endDate: endAt, status } = body;
  checkPeriod({ startAt, endAt });
  if (status !== 'DRAFT' && isBefore(now, endAt)) throw customNotOver({ endAt, now });
  const lines = await readLines(context, body.lineItems);
  const dates = { startAt, endAt, invoiceDate: endAt, createdAt: now };
  const draft = await insertCustom(context, { ...owner, ...dates, lines, charges: [] }, { body, request });
  if (status === 'DRAFT') await keepDraft(context, draft);
  else await issueDraft(context, draft);
  if (status === 'PAID') await payIssued(context, draft.id, by);
  return draft.id;
}

/** Records a manual payment of what credits and the wallet did not pay. */
async function payIssued(context: ScheduledWorkContext, id: string, by: string): Promise<void> {
  const issued = await findInvoice(context.tx, context.org, id);
  if (!issued || issued.status === 'PAID') return;
  if (issued.finalizingStatus === 'FINALIZING')
    throw customInvalid({
      at: 'status',
      rule:
        'the invoice waits for finalization hooks; send DUE, and set the invoice to PAID once it is ' +
        'issued',
    });
  if (issued.status === 'MERGED')
    throw customInvalid({
      at: 'status',
      rule: 'the invoice is merged into the invoice of its group; send DUE',
    });
  await payByHand(context, issued, by);
}

export function checkPeriod({ startAt, endAt }: Pick<CustomTerms, 'startAt' | 'endAt'>): void {
  if (isBefore(startAt, endAt)) return;
  throw customInvalid({ at: 'endDate', rule: `must be after startDate ${startAt}` });
}

/** Makes a draft hold credits, and plans its automatic issue if the request asked for it. */
export async function keepDraft(context: ScheduledWorkContext, draft: StoredInvoice): Promise<void> {
  const { id, accountId, autoAdvance, endAt } = draft;
  if (autoAdvance) {
    noteIssue(context.tx, draft, draft, 'ISSUE_AUTOMATICALLY');
    await planClosing(context, { invoiceId: id, dueAt: endAt });
  }
  if (accountId !== null) await refreshAccountDrafts(context, accountId);
}

/** Raises a problem if the account or group does not exist, or if the account is not active. */
export async function lockOwner(
  { tx, org }: ScheduledWorkContext,
  { accountId: id, ownerType }: Pick<CreateCustomInvoiceRequest, 'accountId' | 'ownerType'>,
): Promise<Owner> {
  if (ownerType === 'INVOICE_GROUP') {
    const group = await lockInvoiceGroup(tx, org, id);
    if (!group) throw invoiceGroupNotFound({ id });
    return { accountId: null, customerId: null, groupId: group.id };
  }
  const account = await lockAccount(tx, org, id);
  if (account.status === 'ARCHIVED') throw accountArchived({ id: account.id });
  if (account.status === 'DRAFT') throw accountInDraft({ id: account.id });
  return { accountId: account.id, customerId: account.customerId, groupId: null };
}

async function findRepeat(
  { tx, org }: ScheduledWorkContext,
  { owner, key, request }: { owner: Owner; key: string | undefined; request: string },
): Promise<string | null> {
  if (key === undefined) return null;
  const ownerId = owner.accountId ?? owner.groupId ?? '';
  const found = await findInvoiceByKey(tx, org, { ownerId, key });
  if (found && found.request !== request) throw customKeyTaken({ key });
  return found?.id ?? null;
}

async function insertCustom(
  { tx, org, now }: ScheduledWorkContext,
  terms: CustomTerms & Owner,
  { body, request }: { body: CreateCustomInvoiceRequest; request: string },
): Promise<StoredInvoice> {
  // Computed without credits, which are allocated later under their lock.
  const { computed } = await computeCustom(tx, org, { terms, pool: null });
  if (computed.isIncomplete) throw customTooLarge();
  if (body.status === 'PAID' && computed.totalAmount.isNegative())
    throw customInvalid({ at: 'status', rule: 'PAID requires a total of 0 or more; send DUE' });
  const id = newId('inv', now);
  const { accountId, customerId, groupId, startAt, endAt, invoiceDate, createdAt } = terms;
  const key = body.idempotencyKey;
  const draft = await insertDraft(
    tx,
    {
      orgId: org.orgId,
      id,
      ...{ accountId, customerId, groupId, startAt, endAt, invoiceDate, createdAt },
      ...{ invoiceClass: 'INVOICE', invoiceType: 'CUSTOM', status: 'DRAFT' },
      ...{ generatedAt: now, updatedAt: now, autoAdvance: body.autoAdvance ?? false },
      appliesCredits: groupId === null && (body.applyCredits ?? true),
      appliesWallet: groupId === null && (body.applyWalletBalance ?? true),
      ...(key === undefined ? {} : { idempotencyKey: key, request }),
    },
    computedColumns(computed),
  );
  if (!draft) throw new Error(`invoice ${id} already exists`);
  publishStatus(tx, org, { id, status: 'DRAFT', now });
  return draft;
}
