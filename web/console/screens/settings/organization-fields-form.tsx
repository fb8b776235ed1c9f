import type { updateOrganization } from '../../../api/generated/organization.ts';
import type { Organization } from '../../../api/generated/types.ts';
import type { InputOf } from '../../../api/operation.ts';
import { timeZones } from '../../../format/zones.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { AddressFields } from '../../../parts/address-fields.tsx';
import { SaveBar } from '../../../parts/save-bar.tsx';
import { UnsavedGuard } from '../../../parts/unsaved-guard.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { organizationForm } from './organization-form.ts';

interface OrganizationFieldsFormProps {
  organization: Organization;
  isReadOnly: boolean;
  isPending: boolean;
  error: unknown;
  onSave(body: InputOf<typeof updateOrganization>['body']): void;
}

export function OrganizationFieldsForm(props: OrganizationFieldsFormProps) {
  const { organization, isReadOnly, isPending, error, onSave } = props;
  const t = useMessages('organization');
  const form = useForm(organizationForm(organization, t), onSave);
  const { input } = form;
  const zones = timeZones(organization.timezone).map((value) => ({ value, text: value }));
  return (
    <form onSubmit={form.submit} noValidate className="flex flex-col gap-5">
      <UnsavedGuard isChanged={form.changes > 0} />
      <fieldset disabled={isReadOnly} className="flex max-w-2xl flex-col gap-4">
        <TextField label={t('name')} help={t('nameHelp')} maxLength={255} {...input('name')} />
        <TextField label={t('email')} help={t('emailHelp')} type="email" {...input('email')} />
        <AddressFields inputOf={input} />
        <SelectField label={t('timezone')} help={t('timezoneHelp')} options={zones} {...input('timezone')} />
        <TextField
          label={t('baseCurrency')}
          help={t('baseCurrencyHelp')}
          maxLength={3}
          {...input('baseCurrency')}
        />
      </fieldset>
      {!isReadOnly && (
        <SaveBar changes={form.changes} isPending={isPending} error={error} onReset={form.reset} />
      )}
    </form>
  );
}
