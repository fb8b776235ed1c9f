import { useNavigate } from '@tanstack/react-router';
import { createCustomer } from '../../../api/generated/accounts-and-aliases.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { useDialogWrite } from '../../../parts/use-dialog-write.ts';
import { useSession } from '../../../session/session.tsx';
import { TextField } from '../../../ui/field.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { CustomerFields } from './customer-fields.tsx';
import { newCustomerForm } from './customer-form.ts';

/** Creates a customer with its first account, and opens its page. */
export function NewCustomer() {
  const t = useMessages('customers');
  const ofAddress = useMessages('organization');
  const navigate = useNavigate();
  const { baseCurrency } = useSession().organization;
  const { send, dialog } = useDialogWrite(createCustomer);
  const form = useForm(newCustomerForm({ t, ofAddress }), (body) =>
    send({ body }, ({ id }) => void navigate({ to: '/customers/$customerId', params: { customerId: id } })),
  );
  return (
    <FormDialog label={t('new')} title={t('new')} {...dialog} onSubmit={form.submit}>
      <TextField
        label={t('id')}
        help={t('idHelp')}
        maxLength={255}
        autoComplete="off"
        spellCheck={false}
        {...form.input('id')}
      />
      <TextField
        label={t('currency')}
        help={t('currencyHelp', { currency: baseCurrency })}
        maxLength={3}
        autoComplete="off"
        {...form.input('currency')}
      />
      <CustomerFields
        {...(form as unknown as Pick<Parameters<typeof CustomerFields>[0], 'input' | 'rows'>)}
      />
    </FormDialog>
  );
}
