import { createPortalToken } from '../../../api/generated/portal.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { RecordField } from '../../../parts/record-field.tsx';
import { accounts } from '../../../parts/record-kinds.ts';
import { CheckboxField, RadioField } from '../../../ui/choice-field.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { RowsField } from '../../../ui/rows-field.tsx';
import type { useForm } from '../../../ui/use-form.ts';
import type { ContactFields as Fields } from './contact-form.ts';

interface ContactFieldsProps {
  form: ReturnType<typeof useForm<Fields, never>>;
  customerId: string;
}

const MODES = ['READ', 'WRITE'] as const;
const ACCESS = ['NONE', 'ALL', 'SOME'] as const;
const MAX_ACCOUNTS = 100;

/** A person of a customer, and what the person may see and do in the portal. */
export function ContactFields({ form, customerId }: ContactFieldsProps) {
  const t = useMessages('customers');
  const { input, fields } = form;
  return (
    <>
      <TextField label={t('name')} maxLength={50} autoComplete="off" {...input('name')} />
      <TextField label={t('email')} autoComplete="off" {...input('email')} />
      <TextField label={t('phone')} type="tel" maxLength={30} autoComplete="off" {...input('phone')} />
      <Allowed operation={createPortalToken}>
        <RadioField
          label={t('access')}
          options={ACCESS.map((value) => ({
            value,
            text: t(`reach.${value}`),
            extra: value === 'SOME' && <AccountRows form={form} customerId={customerId} />,
          }))}
          {...input('access')}
        />
        {fields.access !== 'NONE' && (
          <SelectField
            label={t('mode')}
            options={MODES.map((value) => ({ value, text: t(`mode.${value}`) }))}
            {...input('mode')}
          />
        )}
        <CheckboxField label={t('login')} help={t('loginHelp')} {...form.checkbox('loginAccess')} />
        {fields.loginAccess && (
          <CheckboxField label={t('invite')} help={t('inviteHelp')} {...form.checkbox('invite')} />
        )}
      </Allowed>
    </>
  );
}

function AccountRows({ form, customerId }: ContactFieldsProps) {
  const t = useMessages('customers');
  const rows = form.rows('accounts');
  return (
    <RowsField
      label={t('accounts')}
      rows={rows}
      newRow={() => ({ id: '' })}
      addLabel={t('addAccount')}
      nameOf={(index) => t('accountRow', { number: index + 1 })}
      max={MAX_ACCOUNTS}
    >
      {(_, index) => (
        <RecordField
          label={t('account')}
          isLabelHidden={index > 0}
          kind={accounts}
          filter={{ customer_id: customerId }}
          {...rows.input(index, 'id')}
        />
      )}
    </RowsField>
  );
}
