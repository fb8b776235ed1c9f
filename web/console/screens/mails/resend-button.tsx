import { resendMail } from '../../../api/generated/mails.ts';
import type { Mail } from '../../../api/generated/types.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { canBeResent, hasSecret, recipientsOf } from './mail-view.ts';

/** Sends a mail again to all its recipients, once they were read. */
export function ResendButton({ mail }: { mail: Mail }) {
  const t = useMessages('mails');
  const { mutate, isPending, error } = useWrite(resendMail);
  const recipients = recipientsOf(mail);
  if (!canBeResent(mail)) return null;
  return (
    <Allowed operation={resendMail}>
      <ConfirmButton
        label={t('resend')}
        title={t('resendTitle')}
        kind={mail.status === 'FAILED' ? 'primary' : 'secondary'}
        isPending={isPending}
        error={error}
        onConfirm={(close) => mutate({ mail_id: mail.id }, { onSuccess: close })}
      >
        <p className="break-words">
          {t.count('resendText', recipients.length, { who: recipients.join(', ') })}
        </p>
        {hasSecret(mail) && <p>{t('resendExpired')}</p>}
      </ConfirmButton>
    </Allowed>
  );
}
