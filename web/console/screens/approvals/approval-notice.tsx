import type { Approval } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Notice } from '../../../ui/notice.tsx';
import type { Part } from './approval-view.ts';

interface ApprovalNoticeProps {
  approval: Approval;
  part: Part | null;
}

/** What the reader can do about a request, and why not more. */
export function ApprovalNotice({ approval, part }: ApprovalNoticeProps) {
  const t = useMessages('approvals');
  const { requestedBy, approvers = [], failure } = approval;
  const names = approvers.map(({ name }) => name).join(t('list.separator')) || t('nobody');
  switch (part) {
    case 'requester':
      return (
        <Notice kind="info" title={t('ownNotice')}>
          {t('ownText', { names })}
        </Notice>
      );
    case 'approver':
      return (
        <Notice kind="warn" title={t('approverNotice')}>
          {t('approverText', { name: requestedBy.name })}
        </Notice>
      );
    case 'watcher':
      return (
        <Notice kind="info" title={t('watcherNotice')}>
          {t('watcherText', { names })}
        </Notice>
      );
    case null:
      if (!failure) return null;
      return (
        <Notice kind="bad" title={t('failed')}>
          {t('failedText', { message: failure.message })}
        </Notice>
      );
    default:
      return part satisfies never;
  }
}
