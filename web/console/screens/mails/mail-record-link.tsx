import { Link } from '@tanstack/react-router';
import type { Mail } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { RecordLink } from '../../../parts/record-link.tsx';
import { recordOf } from './mail-view.ts';

/** To what a mail is about, such as an invoice or an alert; to the team for mails of users. */
export function MailRecordLink({ mail }: { mail: Mail }) {
  const t = useMessages('mails');
  const record = recordOf(mail);
  if (!record) return '—';
  const { area, id } = record;
  if (id === null)
    return (
      <Link to="/team" search={{}} className="text-accent hover:underline">
        {t('record.team')}
      </Link>
    );
  return (
    <RecordLink area={area} id={id}>
      {t(`record.${area}`)}
    </RecordLink>
  );
}
