import { useNavigate } from '@tanstack/react-router';
import { deletePaymentProvider, updatePaymentProvider } from '../../../api/generated/payment-providers.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import type { Provider } from './provider-view.ts';
import { RotateSecret } from './rotate-secret.tsx';

/** Rotate the secret, or delete a provider that has never been used. */
export function ProviderActions({ provider }: { provider: Provider }) {
  const t = useMessages('paymentProviders');
  const navigate = useNavigate();
  const { mutate, isPending, error } = useWrite(deletePaymentProvider);
  const toList = () => void navigate({ to: '/settings/payment-providers', ignoreBlocker: true });
  return (
    <Allowed operation={updatePaymentProvider}>
      <RotateSecret provider={provider} />
      {!provider.isDefault && (
        <ConfirmButton
          kind="danger"
          label={t('remove')}
          title={t('removeTitle', { name: provider.name ?? provider.id })}
          isPending={isPending}
          error={error}
          onConfirm={() => mutate({ payment_provider_id: provider.id }, { onSuccess: toList })}
        >
          <p>{t('removeText')}</p>
        </ConfirmButton>
      )}
    </Allowed>
  );
}
