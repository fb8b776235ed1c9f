import { listUpcomingMiscellaneousCharges } from '../../../api/generated/invoices.ts';
import type { Account } from '../../../api/generated/types.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { InvoiceTable } from '../../../parts/invoice-table.tsx';
import { UpcomingCharges } from './upcoming-charges.tsx';

/** The invoices of an account, and what comes on the next one. */
export function InvoicesTab({ account }: { account: Account }) {
  return (
    <div className="flex flex-col gap-5">
      <InvoiceTable input={{ account_id: account.id }} />
      <Allowed operation={listUpcomingMiscellaneousCharges}>
        <UpcomingCharges account={account} />
      </Allowed>
    </div>
  );
}
