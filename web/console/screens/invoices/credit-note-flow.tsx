import type { CreditNotePreview } from '../../../api/generated/types.ts';
import { isZero } from '../../../format/decimals.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Money } from '../../../ui/money.tsx';
import { Facts } from '../../../ui/page.tsx';

const FLOW = ['restoredCredits', 'paysInvoice', 'toWallet', 'toRefund'] as const;

/** The amount, its taxes, and where the money goes; parts that are zero are left out. */
export function CreditNoteFlow({ preview }: { preview: CreditNotePreview | null }) {
  const t = useMessages('creditNote');
  if (!preview) return <p className="text-muted">{t('noPreview')}</p>;
  const { currency } = preview;
  const parts = FLOW.filter((part) => !isZero(preview[part]));
  return (
    <div aria-live="polite" className="flex flex-col gap-2">
      <Facts
        facts={(['total', 'taxes', ...parts] as const).map((part) => ({
          label: t(part),
          value: <Money amount={preview[part]} currency={currency} />,
        }))}
      />
      {preview.isRegisteredFirst && <p className="text-muted">{t('isRegisteredFirst')}</p>}
    </div>
  );
}
