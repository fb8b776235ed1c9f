import { useMessages } from '../../../messages/catalogs.ts';
import { TextField } from '../../../ui/field.tsx';
import type { useForm } from '../../../ui/use-form.ts';
import type { ProviderFields } from './identity-provider-fields.ts';
import { ProviderTest } from './provider-test.tsx';

export type ProviderFormState = ReturnType<typeof useForm<ProviderFields, unknown>>;

export function ConnectionFields({ form, isNew }: { form: ProviderFormState; isNew: boolean }) {
  const t = useMessages('identityProvider');
  const { input, fields } = form;
  return (
    <div className="flex max-w-2xl flex-col gap-4">
      <TextField
        label={t('name')}
        help={t('nameHelp')}
        maxLength={100}
        autoComplete="off"
        {...input('name')}
      />
      <TextField
        label={t('issuer')}
        help={t('issuerHelp')}
        type="url"
        maxLength={500}
        autoComplete="off"
        {...input('issuer')}
      />
      <ProviderTest issuer={fields.issuer.trim()} />
      <TextField label={t('clientId')} maxLength={500} autoComplete="off" {...input('clientId')} />
      <TextField
        label={t('clientSecret')}
        help={isNew ? t('secretNew') : t('secretStored')}
        type="password"
        maxLength={1000}
        // Not a password of the user.
        autoComplete="off"
        {...input('clientSecret')}
      />
      <TextField label={t('scopes')} help={t('scopesHelp')} autoComplete="off" {...input('scopes')} />
    </div>
  );
}
