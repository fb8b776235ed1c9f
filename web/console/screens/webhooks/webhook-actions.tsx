import type { Webhook } from '../../../api/generated/types.ts';
import { rotateWebhookSecret, sendTestEvent, updateWebhook } from '../../../api/generated/webhooks.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { SecretOnce } from '../../../parts/secret-once.tsx';
import { Button } from '../../../ui/button.tsx';

/** Test it, rotate its secret, switch it on or off. */
export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const t = useMessages('webhooks');
  const input = { webhook_id: webhook.id };
  const test = useWrite(sendTestEvent);
  const rotate = useWrite(rotateWebhookSecret);
  const change = useWrite(updateWebhook);
  const isActive = webhook.status === 'ACTIVE';
  return (
    <Allowed operation={updateWebhook}>
      <Button disabled={test.isPending || !isActive} onClick={() => test.mutate(input)}>
        {t('test')}
      </Button>
      <ConfirmButton
        label={t('rotate')}
        title={t('rotateTitle')}
        isPending={rotate.isPending}
        error={rotate.error}
        onConfirm={() => rotate.mutate(input)}
      >
        {rotate.data ? (
          <SecretOnce secret={rotate.data.secret} text={t('secretText')} />
        ) : (
          <p>{t('rotateText')}</p>
        )}
      </ConfirmButton>
      <Button
        disabled={change.isPending}
        onClick={() => change.mutate({ ...input, body: { status: isActive ? 'DISABLED' : 'ACTIVE' } })}
      >
        {isActive ? t('disable') : t('enable')}
      </Button>
    </Allowed>
  );
}
