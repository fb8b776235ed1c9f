import { createLicenseUpdate } from '../../../api/generated/licenses.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { DialogForm } from '../../../parts/dialog-form.tsx';
import { RecordField } from '../../../parts/record-field.tsx';
import { addOns } from '../../../parts/record-kinds.ts';
import { useSession } from '../../../session/session.tsx';
import { RadioField } from '../../../ui/choice-field.tsx';
import { DecimalField } from '../../../ui/decimal-field.tsx';
import { DateField } from '../../../ui/field.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { licenseForm, UPDATE_TYPES } from './license-form.ts';

/** Adds to the quantity of a license, or sets it, from a day on. */
export function LicenseDialog({ accountId, onClose }: { accountId: string; onClose(): void }) {
  const t = useMessages('entitlements');
  const { timezone } = useSession().organization;
  const write = useWrite(createLicenseUpdate);
  const form = useForm(licenseForm(accountId, { t, zone: timezone }), (body) =>
    write.mutate({ body }, { onSuccess: onClose }),
  );
  return (
    <DialogForm
      title={t('changeQuantity')}
      label={t('save')}
      isOpen
      onOpenChange={(isOpen) => isOpen || onClose()}
      onSubmit={form.submit}
      isPending={write.isPending}
      error={write.error}
    >
      <RecordField
        label={t('license')}
        kind={addOns}
        filter={{ type: 'LICENSE', status: 'ACTIVE' }}
        {...form.input('licenseId')}
      />
      <RadioField
        label={t('updateType')}
        options={UPDATE_TYPES.map((value) => ({ value, text: t(`updateType.${value}`) }))}
        {...form.input('updateType')}
      />
      <DecimalField label={t('quantity')} {...form.input('quantity')} />
      <DateField label={t('from')} help={t('fromHelp')} {...form.input('from')} />
    </DialogForm>
  );
}
