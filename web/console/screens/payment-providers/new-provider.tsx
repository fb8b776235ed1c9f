import { Link } from '@tanstack/react-router';
import { createPaymentProvider } from '../../../api/generated/payment-providers.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { SecretOnce } from '../../../parts/secret-once.tsx';
import { buttonClasses } from '../../../ui/button.tsx';
import { Page } from '../../../ui/page.tsx';
import { ProviderFields } from './provider-fields.tsx';

/** Adds a provider, and shows its secret this one time. */
export function NewProvider() {
  const t = useMessages('paymentProviders');
  const write = useWrite(createPaymentProvider);
  const { data: made } = write;
  return (
    <Page above={<Link to="/settings/payment-providers">{t('title')}</Link>} title={t('new')}>
      {made ? (
        <div className="flex max-w-2xl flex-col items-start gap-4">
          {made.secret && <SecretOnce secret={made.secret} text={t('secretText')} />}
          <Link
            to="/settings/payment-providers/$providerId"
            params={{ providerId: made.id }}
            className={buttonClasses('primary')}
          >
            {t('open')}
          </Link>
        </div>
      ) : (
        <ProviderFields
          stored={null}
          isPending={write.isPending}
          error={write.error}
          onSave={(body) => write.mutate({ body })}
        />
      )}
    </Page>
  );
}
