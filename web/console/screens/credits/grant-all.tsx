import { useNavigate } from '@tanstack/react-router';
import { createCredits } from '../../../api/generated/credits.ts';
import type { CreditsPreview } from '../../../api/generated/types.ts';
import { useWrites } from '../../../api/writes.ts';
import { formatMoneyWithCode } from '../../../format/money.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Change } from '../../../parts/balances/changed-invoice.tsx';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import {
  type CheckedRow,
  draftChangesOf,
  isFaulty,
  newRows,
  partsOf,
  requestOf,
  totalsOf,
} from './credit-csv-view.ts';

interface GrantAllProps {
  rows: readonly CheckedRow[];
  answers: readonly CreditsPreview[];
  onDone(): void;
}

/** The totals of a checked file, and the button that grants it: impossible while a row has a fault. */
export function GrantAll({ rows, answers, onDone }: GrantAllProps) {
  const t = useMessages('creditImport');
  const navigate = useNavigate();
  const granted = newRows(rows);
  const write = useWrites(createCredits, requestOf);
  const amounts = totalsOf(rows).map(({ amount, currency }) => formatMoneyWithCode(amount, currency));
  const [failed] = write.data ?? [];
  const repeated = rows.filter(({ checked }) => checked?.isRepeated).length;
  if (rows.some(isFaulty)) return null;
  if (granted.length === 0) return <p className="text-muted">{t('nothingNew')}</p>;
  const run = (close: () => void) =>
    write.mutate(partsOf(granted), {
      onSuccess: (failures) => {
        if (failures.length > 0) return;
        onDone();
        close();
        void navigate({ to: '/credits', ignoreBlocker: true });
      },
    });
  return (
    <section aria-label={t('totals')} className="flex flex-col gap-3 border-t border-line pt-4">
      <p className="font-medium">{t.count('summary', granted.length, { amounts: amounts.join(' + ') })}</p>
      {repeated > 0 && <p className="text-muted">{t.count('repeated', repeated)}</p>}
      <dl className="flex max-w-xl flex-col gap-1">
        {draftChangesOf(answers).map(({ currency, drafts, before, after }) => (
          <Change
            key={currency}
            label={t.count('drafts', drafts)}
            {...{ before, after, currency }}
            isStrong
          />
        ))}
      </dl>
      <div>
        <ConfirmButton
          label={write.isPending ? t('progress', { done: write.done }) : t.count('grantAll', granted.length)}
          title={t('confirmTitle')}
          kind="primary"
          isPending={write.isPending}
          error={failed?.error ?? write.error}
          onConfirm={run}
        >
          <p>{t.count('confirmText', granted.length, { amounts: amounts.join(' + ') })}</p>
          {granted.length > 100 && <p className="text-muted">{t('inParts')}</p>}
        </ConfirmButton>
      </div>
    </section>
  );
}
