import { useState } from 'react';
import type { Account } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { AddressFields } from '../../../parts/address-fields.tsx';
import { SaveBar } from '../../../parts/save-bar.tsx';
import { TaxIdRows } from '../../../parts/tax-id-rows.tsx';
import { UnsavedGuard } from '../../../parts/unsaved-guard.tsx';
import { TextAreaField, TextField } from '../../../ui/field.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { type AccountChange, accountForm } from './account-form.ts';
import { MetadataRows } from './metadata-rows.tsx';

interface AccountFieldsFormProps {
  account: Account;
  isReadOnly: boolean;
  isPending: boolean;
  error: unknown;
  onSave(change: AccountChange, expectedVersion: number | undefined): void;
}

/** Everything of an account that can be changed, as it was when the form appeared. */
export function AccountFieldsForm(props: AccountFieldsFormProps) {
  const { account, isReadOnly, isPending, error, onSave } = props;
  const t = useMessages('accounts');
  const ofAddress = useMessages('organization');
  const [opened] = useState(account);
  const definition = accountForm(opened, { t, ofAddress });
  const form = useForm(definition, (change) => onSave(change, opened.version));
  const { input } = form;
  return (
    <form onSubmit={form.submit} noValidate className="flex flex-col gap-5">
      <UnsavedGuard isChanged={form.changes > 0} />
      <fieldset disabled={isReadOnly} className="flex min-w-0 max-w-2xl flex-col gap-5">
        <TextField label={t('name')} maxLength={255} autoComplete="off" {...input('name')} />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={t('currency')}
            help={t('currencyHelp')}
            maxLength={3}
            autoComplete="off"
            {...input('currency')}
          />
          <TextField
            label={t('netTerms')}
            help={t('netTermsHelp')}
            inputMode="numeric"
            autoComplete="off"
            {...input('netTermDays')}
          />
        </div>
        <TextField label={t('email')} autoComplete="off" {...input('email')} />
        <AddressFields inputOf={input} />
        <p className="text-caption text-muted">{t('addressHelp')}</p>
        <TaxIdRows rows={form.rows('taxIds')} help={t('taxIdsHelp')} />
        <TextAreaField label={t('recipients')} help={t('recipientsHelp')} {...input('recipients')} />
        <TextAreaField label={t('copies')} help={t('copiesHelp')} {...input('copies')} />
        <TextField label={t('tags')} help={t('tagsHelp')} autoComplete="off" {...input('tags')} />
        <MetadataRows rows={form.rows('metadata')} />
      </fieldset>
      {!isReadOnly && (
        <SaveBar
          changes={form.changes}
          isPending={isPending}
          error={error}
          onReset={form.reset}
          onOverwrite={() => onSave(definition.read(form.fields), undefined)}
        />
      )}
    </form>
  );
}
