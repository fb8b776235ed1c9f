import { useQueries } from '@tanstack/react-query';
import { listInvoices } from '../../../api/generated/invoices.ts';
import type { Payment } from '../../../api/generated/types.ts';
import { one } from '../../../api/queries.ts';

/** What one request of the list takes. */
const PAGE = 50;

/** The numbers of the invoices that a payment pays, by their ids; drafts have none. */
export function useInvoiceNumbers({ lineItemRecords }: Payment): ReadonlyMap<string, string> {
  const ids = [
    ...new Set(
      lineItemRecords.flatMap(({ type, platformId }) => (type === 'INVOICE' && platformId ? platformId : [])),
    ),
  ];
  const parts = Array.from({ length: Math.ceil(ids.length / PAGE) }, (_, index) =>
    ids.slice(index * PAGE, (index + 1) * PAGE),
  );
  return useQueries({
    queries: parts.map((part) => one(listInvoices, { id: part.join(','), pageSize: PAGE })),
    combine: (found) =>
      new Map(
        found.flatMap(({ data }) =>
          (data?.data ?? []).flatMap(({ id, sequenceId }) => (sequenceId ? [[id, sequenceId] as const] : [])),
        ),
      ),
  });
}
