import { useState } from 'react';
import { eraseCustomer } from '../../../api/generated/erasure.ts';
import type { Customer } from '../../../api/generated/types.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { LazyDialog } from '../../../ui/lazy-dialog.tsx';

/** Erases the personal data of an archived customer, which cannot be undone: its id is typed to confirm. */
export function EraseCustomer({ customer }: { customer: Customer }) {
  const t = useMessages('customers');
  const ui = useMessages('ui');
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const { mutate, isPending, error } = useWrite(eraseCustomer);
  const { id } = customer;
  const erase = () => mutate({ customer_id: id }, { onSuccess: () => setOpen(false) });
  return (
    <Allowed operation={eraseCustomer}>
      <Button kind="danger" onClick={() => setOpen(true)}>
        {t('eraseCustomer')}
      </Button>
      <LazyDialog
        title={t('eraseCustomerTitle', { name: customer.name })}
        isOpen={isOpen}
        onOpenChange={setOpen}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>{ui('cancel')}</Button>
            <Button kind="danger" disabled={typed.trim() !== id || isPending} onClick={erase}>
              {t('eraseCustomer')}
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-3 text-body">
          <p>{t('eraseCustomerText')}</p>
          <p>{t('eraseCustomerStays')}</p>
          <TextField
            label={t('eraseCustomerConfirm', { id })}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            autoComplete="off"
            spellCheck={false}
          />
          {error !== null && <ProblemNotice error={error} />}
        </div>
      </LazyDialog>
    </Allowed>
  );
}
