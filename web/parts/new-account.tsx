import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { createAccount } from '../api/generated/accounts-and-aliases.ts';
import { useWrite } from '../api/writes.ts';
import { useMessages } from '../messages/catalogs.ts';
import { useSession } from '../session/session.tsx';
import { SelectField, TextAreaField, TextField } from '../ui/field.tsx';
import { useForm } from '../ui/use-form.ts';
import { FormDialog } from './form-dialog.tsx';
import { newAccountForm } from './new-account-form.ts';
import { RecordField } from './record-field.tsx';
import { customers } from './record-kinds.ts';

const STATUSES = ['ACTIVE', 'DRAFT'] as const;

/** Creates an account and opens its schedule, where it gets a plan. */
export function NewAccount({ customerId }: { customerId?: string }) {
  const t = useMessages('accounts');
  const navigate = useNavigate();
  const { baseCurrency } = useSession().organization;
  const [isOpen, setOpen] = useState(false);
  const write = useWrite(createAccount);
  const open = (accountId: string) =>
    void navigate({ to: '/accounts/$accountId', params: { accountId }, search: { tab: 'schedule' } });
  const { submit, input } = useForm(newAccountForm(t, customerId), (body) =>
    write.mutate({ body }, { onSuccess: ({ id }) => open(id) }),
  );
  return (
    <FormDialog
      label={t('new')}
      title={t('new')}
      isOpen={isOpen}
      onOpenChange={(isShown) => {
        setOpen(isShown);
        if (!isShown) write.reset();
      }}
      onSubmit={submit}
      isPending={write.isPending}
      error={write.error}
    >
      {customerId === undefined && (
        <RecordField label={t('customer')} kind={customers} {...input('customerId')} />
      )}
      <TextField label={t('name')} maxLength={255} autoComplete="off" {...input('name')} />
      <TextField
        label={t('id')}
        help={t('idHelp')}
        maxLength={50}
        autoComplete="off"
        spellCheck={false}
        {...input('id')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t('currency')}
          help={t('newCurrencyHelp', { currency: baseCurrency })}
          maxLength={3}
          autoComplete="off"
          {...input('currency')}
        />
        <SelectField
          label={t('status')}
          help={t('statusHelp')}
          options={STATUSES.map((value) => ({ value, text: t(`status.${value}`) }))}
          {...input('status')}
        />
      </div>
      <TextAreaField label={t('aliases')} help={t('newAliasesHelp')} {...input('aliases')} />
    </FormDialog>
  );
}
