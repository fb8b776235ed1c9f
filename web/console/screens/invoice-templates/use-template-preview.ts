import { useQuery } from '@tanstack/react-query';
import { previewInvoiceTemplate } from '../../../api/generated/invoices.ts';
import type { InvoiceTemplateContent, PreviewRequest } from '../../../api/generated/types.ts';
import { one } from '../../../api/queries.ts';
import { useLast } from '../../../ui/use-last.ts';
import { usePaused } from '../../../ui/use-paused.ts';

/** What is printed for a look: a sample, or an invoice of the organization. */
export type PreviewSubject = Pick<PreviewRequest, 'sample' | 'invoiceId'>;

/** Documents are large, and each pause in typing has one. */
const KEPT_MS = 10_000;

/** The document as the service renders it, a moment after the last change. */
export function useTemplatePreview(subject: PreviewSubject | null, content: InvoiceTemplateContent) {
  const wanted = { body: { ...subject, content } };
  const paused = usePaused(wanted);
  const query = useQuery({
    ...one(previewInvoiceTemplate, paused),
    ...{ gcTime: KEPT_MS, staleTime: Number.POSITIVE_INFINITY, enabled: subject !== null },
  });
  return {
    /** Of the last content without a fault. */
    pdf: useLast(query.data?.content),
    error: query.error,
    isStale: query.isFetching || JSON.stringify(wanted) !== JSON.stringify(paused),
    retry: () => void query.refetch(),
  };
}
