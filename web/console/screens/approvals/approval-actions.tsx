import { useState } from 'react';
import { approveRequest, cancelApproval, rejectRequest } from '../../../api/generated/approvals.ts';
import type { Approval } from '../../../api/generated/types.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextAreaField } from '../../../ui/field.tsx';
import type { Part } from './approval-view.ts';

interface ApprovalActionsProps {
  approval: Approval;
  part: Part;
  /** What it does, in words. */
  what: string;
}

/** The decision, for whoever can take it. Nobody approves an own request, and the button says so. */
export function ApprovalActions({ approval, part, what }: ApprovalActionsProps) {
  const t = useMessages('approvals');
  if (part === 'approver')
    return (
      <>
        <Reject approval={approval} />
        <Approve approval={approval} what={what} />
      </>
    );
  const reason = t(part === 'requester' ? 'cannotApproveOwn' : 'watcherNotice');
  return (
    <>
      {part === 'requester' && <Withdraw approval={approval} />}
      <Button kind="primary" aria-disabled title={reason}>
        {t('approve')}
        <span className="sr-only">{reason}</span>
      </Button>
    </>
  );
}

function Approve({ approval, what }: { approval: Approval; what: string }) {
  const t = useMessages('approvals');
  const [comment, setComment] = useState('');
  const { mutate, isPending, error } = useWrite(approveRequest);
  const body = comment.trim() === '' ? {} : { comment: comment.trim() };
  return (
    <ConfirmButton
      label={t('approve')}
      title={t('approveTitle')}
      kind="primary"
      isPending={isPending}
      error={error}
      onConfirm={(close) => mutate({ approval_id: approval.id, body }, { onSuccess: close })}
    >
      <p>{t('approveText', { what, name: approval.requestedBy.name })}</p>
      <TextAreaField
        label={t('commentOptional')}
        value={comment}
        maxLength={500}
        onChange={({ target }) => setComment(target.value)}
      />
    </ConfirmButton>
  );
}

function Reject({ approval }: { approval: Approval }) {
  const t = useMessages('approvals');
  const [comment, setComment] = useState('');
  const [isTried, setTried] = useState(false);
  const { mutate, isPending, error } = useWrite(rejectRequest);
  const isMissing = comment.trim() === '';
  const confirm = (close: () => void) => {
    setTried(true);
    const body = { comment: comment.trim() };
    if (!isMissing) mutate({ approval_id: approval.id, body }, { onSuccess: close });
  };
  return (
    <ConfirmButton
      label={t('reject')}
      title={t('rejectTitle')}
      isPending={isPending}
      error={error}
      onConfirm={confirm}
    >
      <p>{t('rejectText', { name: approval.requestedBy.name })}</p>
      <TextAreaField
        label={t('comment')}
        value={comment}
        maxLength={500}
        error={isTried && isMissing ? t('commentMissing') : undefined}
        onChange={({ target }) => setComment(target.value)}
      />
    </ConfirmButton>
  );
}

function Withdraw({ approval }: { approval: Approval }) {
  const t = useMessages('approvals');
  const { mutate, isPending, error } = useWrite(cancelApproval);
  return (
    <ConfirmButton
      label={t('withdraw')}
      title={t('withdrawTitle')}
      isPending={isPending}
      error={error}
      onConfirm={(close) => mutate({ approval_id: approval.id }, { onSuccess: close })}
    >
      <p>{t('withdrawText')}</p>
    </ConfirmButton>
  );
}
