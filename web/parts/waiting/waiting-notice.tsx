import { Link } from '@tanstack/react-router';
import type { Approval } from '../../api/generated/types.ts';
import { formatInstant } from '../../format/time.ts';
import { useMessages } from '../../messages/catalogs.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useApprovalWords } from './use-approval-words.ts';
import { useWaiting } from './use-waiting.ts';

/** Requests about a record that wait for a second person: who asked, and who can approve them. */
export function WaitingNotices({ recordId }: { recordId: string }) {
  return useWaiting(recordId).map((approval) => <WaitingNotice key={approval.id} approval={approval} />);
}

export function WaitingNotice({ approval }: { approval: Approval }) {
  const t = useMessages('approvals');
  const { title } = useApprovalWords()(approval);
  const { id: approvalId, requestedBy, createdAt, approvers = [] } = approval;
  const names = approvers.map(({ name }) => name).join(t('list.separator')) || t('nobody');
  return (
    <Notice
      kind="info"
      title={t('waitsFor', { what: title })}
      actions={
        <Link
          to={'/approvals/$approvalId' as '/'}
          params={{ approvalId } as never}
          className={buttonClasses()}
        >
          {t('open')}
        </Link>
      }
    >
      <p>{t('waitsText', { name: requestedBy.name, time: formatInstant(createdAt) })}</p>
      <p>{t('waitsFrom', { names })}</p>
    </Notice>
  );
}
