import { Link } from '@tanstack/react-router';
import { getStatement } from '../api/generated/journal.ts';
import { useMessages } from '../messages/catalogs.ts';
import { buttonClasses } from '../ui/button.tsx';
import { Allowed } from './allowed.tsx';

interface StatementLinkProps {
  currency: string;
  /** One of them. */
  of: { customer_id?: string; account_id?: string; invoice_group_id?: string };
}

/** To the statement of account of a debtor, of one currency. */
export function StatementLink({ currency, of }: StatementLinkProps) {
  const t = useMessages('ui');
  return (
    <Allowed operation={getStatement}>
      <Link to="/statement" search={{ ...of, currency }} className={buttonClasses('secondary')}>
        {t('statement', { currency })}
      </Link>
    </Allowed>
  );
}
