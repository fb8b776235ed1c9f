import type { CorrectionPreview } from '../../api/generated/types.ts';
import { compare, subtract } from '../../format/decimals.ts';
import { formatPeriod } from '../../format/time.ts';

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
