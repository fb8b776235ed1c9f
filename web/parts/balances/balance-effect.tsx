import type { CreditVoidPreview } from '../../api/generated/types.ts';
import { useMessages } from '../../messages/catalogs.ts';
import { ChangedInvoice } from './changed-invoice.tsx';

export type Effect = Pick<CreditVoidPreview, 'invoices' | 'omittedAccounts'>;

/** Which invoices and drafts a change of a credit or a wallet changes, as the service computed it. */
export function BalanceEffect({ effect }: { effect: Effect }) {
  const t = useMessages('balances');
  const { invoices, omittedAccounts } = effect;
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {invoices.length === 0 && omittedAccounts === 0 && <p className="text-muted">{t('noEffect')}</p>}
      {invoices.map((invoice) => (
        <ChangedInvoice key={invoice.invoiceId} invoice={invoice} />
      ))}
      {omittedAccounts > 0 && <p className="text-muted">{t.count('omitted', omittedAccounts)}</p>}
    </div>
  );
}
