import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMessages } from '../messages/catalogs.ts';

interface ExplainLinkProps {
  invoiceId: string;
  /** The id of a line; absent: the first one with an amount. */
  line?: string | undefined;
  children: ReactNode;
}

/** An amount of an invoice that leads to its explanation, and so to the events behind it. */
export function ExplainLink({ invoiceId, line, children }: ExplainLinkProps) {
  const t = useMessages('ui');
  return (
    <Link
      to="/invoices/$invoiceId/explain"
      params={{ invoiceId }}
      search={line === undefined ? {} : { line }}
      title={t('explainAmount')}
      className="inline-flex min-h-8 items-center decoration-dotted underline-offset-4 hover:underline"
    >
      {children}
    </Link>
  );
}
