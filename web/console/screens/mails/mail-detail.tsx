import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { getMail } from '../../../api/generated/mails.ts';
import type { WholeMail } from '../../../api/generated/types.ts';
import { one } from '../../../api/queries.ts';
import { snippet } from '../../../api/snippet.ts';
import { formatInstant } from '../../../format/time.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { accounts } from '../../../parts/record-kinds.ts';
import { RecordName } from '../../../parts/record-name.tsx';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { Identifier } from '../../../ui/identifier.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Facts, Page, Section } from '../../../ui/page.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { AttemptList } from './attempt-list.tsx';
import { MailRecordLink } from './mail-record-link.tsx';
import { hasSecret, isCaptured, isOver, mailStatus, textOf } from './mail-view.ts';
import { ResendButton } from './resend-button.tsx';

const route = getRouteApi('/mails/$mailId');
const POLL_MS = 5000;

/** A mail: whom it went to, what it says, and every attempt to send it. */
export function MailDetail() {
  const t = useMessages('mails');
  const { mailId } = route.useParams();
  const input = { mail_id: mailId };
  const { data: mail } = useSuspenseQuery({
    ...one(getMail, input),
    refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : POLL_MS),
  });
  return (
    <Page
      above={<Link to="/mails">{t('title')}</Link>}
      title={<bdi>{mail.subject}</bdi>}
      beside={
        <>
          <StatusBadge look={mailStatus.look(mail.status)} say={t} />
          <Identifier value={mail.id} isShort />
        </>
      }
      actions={
        <>
          <ResendButton mail={mail} />
          <SnippetButton code={snippet(getMail, input)} />
        </>
      }
    >
      <MailNotices mail={mail} />
      <MailFacts mail={mail} />
      <Section title={t('attempts')}>
        <AttemptList attempts={mail.attempts} />
      </Section>
      <Section title={t('text')}>
        {hasSecret(mail) && <p className="max-w-[72ch] text-muted">{t('secretHidden')}</p>}
        {/* Text, never markup: what a tenant or a customer wrote stands in it. */}
        <p
          dir="auto"
          className="max-w-[80ch] rounded-md border border-line bg-sunken p-4 text-body break-words whitespace-pre-wrap"
        >
          {textOf(mail)}
        </p>
      </Section>
    </Page>
  );
}

function MailNotices({ mail }: { mail: WholeMail }) {
  const t = useMessages('mails');
  if (mail.status === 'FAILED')
    return (
      <Notice kind="bad" title={t('failedTitle')}>
        <bdi>{mail.error}</bdi>
      </Notice>
    );
  if (mail.refused.length > 0)
    return (
      <Notice kind="warn" title={t('someRefusedTitle')}>
        <bdi>{mail.refused.join(', ')}</bdi>
      </Notice>
    );
  if (!isCaptured(mail)) return null;
  return (
    <Notice kind="info" title={t('capturedTitle')}>
      {t('capturedText')}
    </Notice>
  );
}

function MailFacts({ mail }: { mail: WholeMail }) {
  const t = useMessages('mails');
  const { accountId, to, cc, refused, nextAttemptAt } = mail;
  const people = (addresses: readonly string[]) => (
    <bdi className="break-all">{addresses.join(', ') || t('nobody')}</bdi>
  );
  return (
    <Facts
      facts={[
        { label: t('recipients'), value: people(to) },
        ...(cc.length > 0 ? [{ label: t('cc'), value: people(cc) }] : []),
        ...(refused.length > 0 ? [{ label: t('refused'), value: people(refused) }] : []),
        { label: t('kind'), value: t(`kind.${mail.kind}`) },
        { label: t('about'), value: <MailRecordLink mail={mail} /> },
        {
          label: t('account'),
          value: accountId ? <RecordName kind={accounts} area="accounts" id={accountId} /> : '—',
        },
        { label: t('requestedBy'), value: <bdi>{mail.requestedBy ?? t('automatic')}</bdi> },
        { label: t('createdAt'), value: formatInstant(mail.createdAt) },
        ...(nextAttemptAt ? [{ label: t('nextAttemptAt'), value: formatInstant(nextAttemptAt) }] : []),
      ]}
    />
  );
}
