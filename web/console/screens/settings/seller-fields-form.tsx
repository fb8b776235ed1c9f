import type { SellerEntity } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { AddressFields } from '../../../parts/address-fields.tsx';
import { LogoField } from '../../../parts/logo-field.tsx';
import { SaveBar } from '../../../parts/save-bar.tsx';
import { UnsavedGuard } from '../../../parts/unsaved-guard.tsx';
import { CheckboxField } from '../../../ui/choice-field.tsx';
import { TextAreaField, TextField } from '../../../ui/field.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { NamedRows } from './named-rows.tsx';
import { sellerForm } from './seller-form.ts';

interface SellerFieldsFormProps {
  seller?: SellerEntity;
  isReadOnly?: boolean;
  isPending: boolean;
  error: unknown;
  onSave(body: ReturnType<ReturnType<typeof sellerForm>['read']>): void;
}

const [MAX_TAX_IDS, MAX_DETAILS] = [10, 20];

export function SellerFieldsForm({ seller, isReadOnly, isPending, error, onSave }: SellerFieldsFormProps) {
  const t = useMessages('sellers');
  const ofAddress = useMessages('organization');
  const form = useForm(sellerForm(seller, { t, ofAddress }), onSave);
  const { input, fields } = form;
  return (
    <form onSubmit={form.submit} noValidate className="flex flex-col gap-5">
      <UnsavedGuard isChanged={form.changes > 0} />
      <fieldset disabled={isReadOnly} className="flex max-w-2xl flex-col gap-5">
        <TextField label={t('name')} help={t('nameHelp')} maxLength={255} {...input('name')} />
        <TextField label={t('email')} help={t('emailHelp')} type="email" {...input('email')} />
        <AddressFields inputOf={input} />
        <p className="text-caption text-muted">{t('addressHelp')}</p>
        <NamedRows
          rows={form.rows('taxIds')}
          max={MAX_TAX_IDS}
          texts={{ label: t('taxIds'), help: t('taxIdsHelp'), add: t('addTaxId') }}
          nameOf={(index) => t('taxIdRow', { number: index + 1 })}
        />
        <NamedRows
          rows={form.rows('bankDetails')}
          max={MAX_DETAILS}
          texts={{ label: t('bankDetails'), help: t('bankDetailsHelp'), add: t('addBankDetail') }}
          nameOf={(index) => t('bankDetailRow', { number: index + 1 })}
        />
        <TextAreaField label={t('instructions')} maxLength={2000} {...input('instructions')} />
        <LogoField
          fileId={fields.logoFileId}
          help={t('logoHelp')}
          onUpload={(logoFileId) => form.set({ logoFileId })}
        />
        {!seller?.isDefault && (
          <CheckboxField label={t('isDefault')} help={t('isDefaultHelp')} {...form.checkbox('isDefault')} />
        )}
      </fieldset>
      {!isReadOnly && (
        <SaveBar
          changes={form.changes}
          isPending={isPending}
          error={error}
          onReset={form.reset}
          {...(!seller && { label: t('create'), isNew: true })}
        />
      )}
    </form>
  );
}
