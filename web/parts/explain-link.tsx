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

interface AmountLinkProps {
  /** A page that shows what the amount consists of. */
  to: string;
  search?: object;
  children: ReactNode;
}

/** A sum that leads to what it consists of: invoices, entries of a balance, or a report. */
export function AmountLink({ to, search = {}, children }: AmountLinkProps) {
  const t = useMessages('ui');
  return (
    <Link
      to={to as '/'}
      search={search as never}
      title={t('explainSum')}
      className="decoration-dotted underline-offset-4 hover:underline"
    >
      {children}
    </Link>
  );
}
