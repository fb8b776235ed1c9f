import { Link } from '@tanstack/react-router';
import { listMails } from '../api/generated/mails.ts';
import { useMessages } from '../messages/catalogs.ts';
import { buttonClasses } from '../ui/button.tsx';
import { Allowed } from './allowed.tsx';

interface MailsLinkProps {
  /** One of them. */
  of: { customer_id?: string; account_id?: string; invoice_id?: string; alert_id?: string };
}

/** From a record to the mails about it. */
export function MailsLink({ of }: MailsLinkProps) {
  const t = useMessages('shell');
  return (
    <Allowed operation={listMails}>
      <Link to="/mails" search={of} className={buttonClasses()}>
        {t('mails')}
      </Link>
    </Allowed>
  );
}
