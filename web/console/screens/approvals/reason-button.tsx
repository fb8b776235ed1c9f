import { useState } from 'react';
import { updateApproval } from '../../../api/generated/approvals.ts';
import type { Approval } from '../../../api/generated/types.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { TextAreaField } from '../../../ui/field.tsx';

/** Says why, to those who decide. */
export function ReasonButton({ approval }: { approval: Approval }) {
  const t = useMessages('approvals');
  const [reason, setReason] = useState(approval.reason ?? '');
  const { mutate, isPending, error } = useWrite(updateApproval);
  return (
    <ConfirmButton
      label={t('giveReason')}
      title={t('giveReason')}
      isPending={isPending}
      error={error}
      onConfirm={(close) =>
        mutate({ approval_id: approval.id, body: { reason: reason.trim() } }, { onSuccess: close })
      }
    >
      <TextAreaField
        label={t('reason')}
        help={t('reasonHelp')}
        value={reason}
        maxLength={500}
        onChange={({ target }) => setReason(target.value)}
      />
    </ConfirmButton>
  );
}
