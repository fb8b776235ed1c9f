import type { explainUncountedEvents, previewCorrection } from '../../api/generated/events-and-usage.ts';
import type { CorrectionPreview, UncountedEvents } from '../../api/generated/types.ts';
import type { InputOf } from '../../api/operation.ts';
import { add, compare, isZero, subtract } from '../../format/decimals.ts';
import { formatPeriod } from '../../format/time.ts';
import { remedyOf } from './event-reason.ts';

/** A row of a preview; a quantity if it has no currency. */
export interface Change {
  id: string;
  title: string;
  note: string;
  before: string;
  after: string;
  difference: string;
  currency: string | null;
}

export function usageChanges({ usage }: CorrectionPreview): Change[] {
  return usage.map(({ accountId, usageMeterId, usageMeterName, from, until, before, after }) => ({
    id: [accountId, usageMeterId, from].join(' '),
    title: usageMeterName,
    note: `${accountId} · ${formatPeriod(from, until)}`,
    ...{ before, after, difference: subtract(after, before), currency: null },
  }));
}

/** A draft has no number yet: `draft` names it. Drafts whose amount stays are left out. */
export function invoiceChanges({ invoices }: CorrectionPreview, draft: string): Change[] {
  return invoices
    .filter(({ status, before, after }) => status !== 'DRAFT' || compare(before, after) !== 0)
    .map(({ invoiceId, sequenceId, accountId, currency, before, after }) => ({
      id: invoiceId,
      title: sequenceId ?? draft,
      note: accountId,
      ...{ before, after, difference: subtract(after, before), currency },
    }));
}

export function creditChanges({ credits }: CorrectionPreview): Change[] {
  return credits.map(({ accountId, featureId, before, after }) => ({
    id: `${accountId} ${featureId}`,
    title: featureId,
    note: accountId,
    ...{ before, after, difference: subtract(after, before), currency: null },
  }));
}

export function hasChanges(preview: CorrectionPreview): boolean {
  return (
    preview.usage.length > 0 ||
    preview.credits.length > 0 ||
    preview.invoices.some(({ before, after }) => compare(before, after) !== 0)
  );
}

/** The change of all invoices, by currency. */
export function worthOf({ invoices }: CorrectionPreview): { currency: string; amount: string }[] {
  const sums = new Map<string, string>();
  for (const { currency, before, after } of invoices)
    sums.set(currency, add(sums.get(currency) ?? '0', subtract(after, before)));
  return [...sums]
    .filter(([, amount]) => !isZero(amount))
    .map(([currency, amount]) => ({ currency, amount }));
}

type Preview = InputOf<typeof previewCorrection>;

/** What to preview in order to learn what events are worth, and what that supposes. */
export interface WorthQuestion {
  input: Preview;
  /** The meter that is supposed to count them, whatever its filters say. */
  meter?: string;
}

/**
 * The corrections that would count the events of a group: for the account that was probably meant; by each
 * meter that decided against them; or as the schema and the meters are by now. Empty if none would.
 */
export function worthQuestions(
  { status, schemaName, accountRef, closestAccount, usageMeters = [] }: UncountedEvents,
  { account_id, from, until }: InputOf<typeof explainUncountedEvents>,
): WorthQuestion[] {
  if (accountRef !== undefined) {
    if (!closestAccount) return [];
    return [{ input: { action: 'REDO', account_ref: accountRef, as_account_id: closestAccount.id } }];
  }
  if (!remedyOf(status)?.isReprocessed) return [];
  const input: Preview = {
    ...{ action: 'REDO', schema_name: schemaName, status },
    ...(account_id && { account_id }),
    ...(from && { from }),
    ...(until && { until }),
  };
  if (usageMeters.length === 0) return [{ input }];
  return usageMeters.map(({ id, name }) => ({ input: { ...input, as_usage_meter_id: id }, meter: name }));
}

/** Amounts, or why there are none. */
export type Worth =
  | { amounts: { currency: string; amount: string }[] }
  | { unknown: 'account' | 'price' | 'uncounted' | 'issued' }
  | { unknown: 'included' };

/** What a preview says that events are worth. Only drafts follow their usage. */
export function worthIn(preview: CorrectionPreview): Worth {
  const amounts = worthOf(preview);
  if (amounts.length > 0) return { amounts };
  const { usage, invoices } = preview;
  if (usage.length === 0) return { unknown: 'uncounted' };
  if (invoices.length === 0) return { unknown: 'price' };
  return { unknown: invoices.some(({ status }) => status === 'DRAFT') ? 'included' : 'issued' };
}
