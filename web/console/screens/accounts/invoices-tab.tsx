import { useInfiniteQuery } from '@tanstack/react-query';
import { listInvoices, listUpcomingMiscellaneousCharges } from '../../../api/generated/invoices.ts';
import type { Account } from '../../../api/generated/types.ts';
import { pages } from '../../../api/queries.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { InvoiceTable } from '../../../parts/invoice-table.tsx';
import { UpcomingCharges } from './upcoming-charges.tsx';

/** The invoices of an account, and what comes on the next one. */
export function InvoicesTab({ account }: { account: Account }) {
  const input = { account_id: account.id };
  // The list would push down what is below it.
  const { isPending } = useInfiniteQuery(pages(listInvoices, input));
  return (
    <div className="flex flex-col gap-5">
      <InvoiceTable input={input} />
      {!isPending && (
        <Allowed operation={listUpcomingMiscellaneousCharges}>
          <UpcomingCharges account={account} />
        </Allowed>
      )}
    </div>
  );
}
