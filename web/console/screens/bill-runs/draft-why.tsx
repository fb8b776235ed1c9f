import type { ReviewedDraft } from '../../../api/generated/types.ts';
import { formatMoneyWithCode } from '../../../format/money.ts';
import { useMessages } from '../../../messages/catalogs.ts';

/** Why a draft was not issued: it changed after the review, something failed, or somebody held it back. */
export function DraftWhy({ draft }: { draft: ReviewedDraft }) {
  const t = useMessages('billRuns');
  const { entry, decision, currency } = draft;
  const hasChanged = entry?.errorCode === 'INVOICE_CHANGED_SINCE_REVIEW';
  const text =
    hasChanged && entry.currentAmount !== undefined
      ? t('changedTo', { amount: formatMoneyWithCode(entry.currentAmount, currency) })
      : (entry?.error ?? decision?.reason ?? '—');
  return (
    <bdi className="block max-w-96 truncate" title={entry?.error}>
      {text}
    </bdi>
  );
}
