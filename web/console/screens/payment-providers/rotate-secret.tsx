import { updatePaymentProvider } from '../../../api/generated/payment-providers.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { SecretOnce } from '../../../parts/secret-once.tsx';
import { rotationOf } from './provider-form.ts';
import type { Provider } from './provider-view.ts';

/** Replaces the secret and shows the new one this one time. */
export function RotateSecret({ provider }: { provider: Provider }) {
  const t = useMessages('paymentProviders');
  const { mutate, isPending, error, data } = useWrite(updatePaymentProvider);
  return (
    <ConfirmButton
      label={t('rotate')}
      title={t('rotateTitle')}
      isPending={isPending || data !== undefined}
      error={error}
      onConfirm={() => mutate({ payment_provider_id: provider.id, body: rotationOf(provider) })}
    >
      {data?.secret ? <SecretOnce secret={data.secret} text={t('secretText')} /> : <p>{t('rotateText')}</p>}
    </ConfirmButton>
  );
}
