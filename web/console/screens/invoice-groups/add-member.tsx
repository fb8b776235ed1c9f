import { useState } from 'react';
import { addInvoiceGroupAccounts } from '../../../api/generated/invoice-groups.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { RecordField } from '../../../parts/record-field.tsx';
import { accounts } from '../../../parts/record-kinds.ts';
import { useForm } from '../../../ui/use-form.ts';

/** Another account joins; its invoices are merged from its next one on. */
export function AddMember({ groupId }: { groupId: string }) {
  const t = useMessages('invoiceGroups');
  const [isOpen, setOpen] = useState(false);
  const write = useWrite(addInvoiceGroupAccounts);
  const { input, submit, reset } = useForm(
    {
      initial: { account: '' },
      check: ({ account }) => (account === '' ? { account: t('accountMissing') } : {}),
      read: ({ account }) => ({ accountIds: [account] }),
    },
    (body) => write.mutate({ invoice_group_id: groupId, body }, { onSuccess: () => change(false) }),
  );
  const change = (open: boolean) => {
    setOpen(open);
    if (open) return;
    write.reset();
    reset();
  };
  return (
    <FormDialog
      label={t('add')}
      title={t('addTitle')}
      isOpen={isOpen}
      onOpenChange={change}
      onSubmit={submit}
      isPending={write.isPending}
      error={write.error}
    >
      <RecordField kind={accounts} label={t('account')} help={t('addHelp')} {...input('account')} />
    </FormDialog>
  );
}
