import { planCreditsChanged } from '#areas/credits/index.ts';
import {
  type EInvoiceResponse,
  type HookCallRow,
  type HookKind,
  insertCall,
  listCurrentCalls,
  shareHookKinds,
  type TaxResponse,
} from '#areas/finalization-hooks/index.ts';
import { lockGroupOfAccount } from '#areas/invoice-groups/index.ts';
import { publishEvent } from '#areas/webhooks/index.ts';
import type { TaxInput } from '#core/invoice/index.ts';
import { localDate } from '#core/period-zone.ts';
import { newId } from '#platform/ids.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { isMerged } from '../composites/rules.ts';
import { type ComputedInvoice, computeDocument } from '../lifecycle/compute-document.ts';
import { computedColumns } from '../lifecycle/computed-columns.ts';
import { setEInvoice } from '../store/finalizing.ts';
import { isOfAccount, type StoredInvoice } from '../store/invoices.ts';
import { type ComputedColumns, updateDraft } from '../store/lifecycle.ts';
import { buildHookRequest, digestOf, type Prospect } from './hook-request.ts';
import { noteIssue } from './note-effects.ts';

/** The content that a draft is about to be issued with. */
export interface Passing {
  computed: ComputedInvoice;
  timeZone: string;
  /** True if a user has accepted that pricing rules fail, which leaves them out. */
  acceptsFailedRules?: boolean;
}

/**
 * Returns the content to issue a locked draft with, once every hook has responded to exactly that content;
 * null while it waits for a hook. If the current computation differs from what a hook was sent, the hook is
 * called again under another key.
 */
export async function passHooks(
  context: ScheduledWorkContext,
  invoice: StoredInvoice,
  passing: Passing,
): Promise<Passing | null> {
  const { tx, org } = context;
  // Money for a wallet is taxed when it is spent; there is no sale before.
  if (invoice.invoiceType === 'AD_HOC' && invoice.planId === null) return passing;
  const kinds = await shareHookKinds(tx, org);
  if (kinds.size === 0) return passing;
  const { timeZone, acceptsFailedRules = false } = passing;
  const window = { invoice, timeZone, acceptsFailedRules, calls: await readCalls(context, invoice) };
  const wait = (computed: ComputedInvoice, kind: HookKind) =>
    waitFor(context, window, {
      kind,
      prospect: { ...computed, invoice },
      columns: computedColumns(computed),
    });
  let { computed } = passing;
  if (kinds.has('TAX')) {
    const response = responseTo<TaxResponse>(window, 'TAX', { ...computed, invoice });
    if (!response) return wait(computed, 'TAX');
    computed = withTaxes(computed, response.taxes);
  }
  if (!kinds.has('E_INVOICE') || computed.isIncomplete || (await isToBeMerged(context, invoice)))
    return { ...passing, computed };
  const response = responseTo<EInvoiceResponse>(window, 'E_INVOICE', { ...computed, invoice });
  if (!response) return wait(computed, 'E_INVOICE');
  await setEInvoice(tx, org, { id: invoice.id, eInvoice: response });
  return { ...passing, computed };
}

/**
 * The same for the invoice of a group, whose members are already taxed: whether it may be issued as
 * computed. `invoiceDate` is its day, however long it waits.
 */
export async function passCompositeHooks(
  context: ScheduledWorkContext,
  composite: StoredInvoice,
  issued: Omit<Prospect, 'invoice'> & {
    columns: ComputedColumns;
    timeZone: string;
    invoiceDate: Temporal.Instant;
  },
): Promise<boolean> {
  const { tx, org } = context;
  if (!(await shareHookKinds(tx, org)).has('E_INVOICE')) return true;
  const { timeZone, columns, invoiceDate } = issued;
  const calls = await readCalls(context, composite);
  const window = { invoice: composite, timeZone, acceptsFailedRules: false, calls };
  const prospect = { ...issued, invoice: composite };
  const response = responseTo<EInvoiceResponse>(window, 'E_INVOICE', prospect);
  if (!response) {
    await waitFor(context, window, { kind: 'E_INVOICE', prospect, columns, invoiceDate });
    return false;
  }
  await setEInvoice(tx, org, { id: composite.id, eInvoice: response });
  return true;
}

export interface Window {
  invoice: StoredInvoice;
  timeZone: string;
  acceptsFailedRules: boolean;
  calls: readonly HookCallRow[];
}

export async function readCalls({ tx, org }: ScheduledWorkContext, { id, finalizingStatus }: StoredInvoice) {
  return finalizingStatus === 'FINALIZING' ? listCurrentCalls(tx, org, id) : [];
}

/** Returns the response of a hook; undefined unless it was given to exactly this content. */
export function responseTo<T>({ calls }: Window, kind: HookKind, prospect: Prospect): T | undefined {
  const call = calls.find((each) => each.kind === kind);
  const hasResponse = call?.status === 'DONE' && call.digest === digestOf(buildHookRequest(kind, prospect));
  return hasResponse ? (call.answer as T) : undefined;
}

/** Calls the hook with exactly this content, unless that is already done; the draft waits. */
export async function waitFor(
  context: ScheduledWorkContext,
  { invoice, timeZone, acceptsFailedRules, calls }: Window,
  requested: { kind: HookKind; prospect: Prospect; columns: ComputedColumns; invoiceDate?: Temporal.Instant },
): Promise<null> {
  const { tx, org, now } = context;
  const { kind, prospect, columns, invoiceDate } = requested;
  const { id: invoiceId, accountId } = invoice;
  const request = buildHookRequest(kind, prospect);
  const digest = digestOf(request);
  const before = calls.find((call) => call.kind === kind);
  if (before?.status !== 'OPEN' || before.digest !== digest) {
    const day = localDate(now, timeZone).toString();
    const content = { ...request, date: day, ...(before && { supersedes: before.id }) };
    const id = newId('fin', now);
    await insertCall(tx, org, { id, invoiceId, kind, digest, content, acceptsFailedRules });
  }
  const set = { finalizingStatus: 'FINALIZING' as const, ...(invoiceDate && { invoiceDate }) };
  await updateDraft(tx, org, { id: invoiceId, now, computed: columns, set });
  noteIssue(tx, invoice, columns);
  // step: an invoice waits for a hook
  if (invoice.finalizingStatus === 'FINALIZING') return null;
  publishEvent(tx, org, { type: 'invoice.finalizing', id: invoiceId, now });
  // Other drafts no longer hold the credits that this one takes.
  if (accountId !== null && 'creditUses' in prospect.document) await planCreditsChanged(context, [accountId]);
  return null;
}

/** Replaces estimated taxes by the rates of the response, as if they had applied from the beginning. */
function withTaxes(computed: ComputedInvoice, taxes: readonly TaxInput[]): ComputedInvoice {
  const { taxes: _, ...inputs } = computed.inputs;
  const taxed = { ...inputs, ...(taxes.length > 0 ? { taxes: [...taxes] } : {}) };
  const { info, ...anew } = computeDocument(taxed, { ...computed, problems: [] });
  // A document that is too large has no lines. Earlier entries stay; failed rules were accepted.
  const isTooLarge = anew.inputs !== taxed;
  return { ...anew, info: isTooLarge ? info : computed.info, isIncomplete: isTooLarge };
}

/** A member's invoice becomes part of the group's invoice, which is registered instead. */
export async function isToBeMerged(
  { tx, org, now }: ScheduledWorkContext,
  invoice: StoredInvoice,
): Promise<boolean> {
  if (!isOfAccount(invoice)) return false;
  const { accountId, invoiceType } = invoice;
  const group = await lockGroupOfAccount(tx, org, { accountId, at: now });
  return group !== null && isMerged(invoiceType, group);
}
