import { useState } from 'react';
import { updateCustomer } from '../../../api/generated/customers-and-contacts.ts';
import type { Customer } from '../../../api/generated/types.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { SaveBar } from '../../../parts/save-bar.tsx';
import { UnsavedGuard } from '../../../parts/unsaved-guard.tsx';
import { isAllowed, useSession } from '../../../session/session.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { CustomerFields } from './customer-fields.tsx';
import { type CustomerChange, customerForm } from './customer-form.ts';

/** Name, e-mail, address and tax ids of a customer. */
export function CustomerDetails({ customer }: { customer: Customer }) {
  // Another form after it was saved; what others change meanwhile leaves what is typed.
  const [saves, setSaves] = useState(0);
  return <DetailsForm key={saves} customer={customer} onSaved={() => setSaves(saves + 1)} />;
}

function DetailsForm({ customer, onSaved }: { customer: Customer; onSaved(): void }) {
  const t = useMessages('customers');
  const ofAddress = useMessages('organization');
  const session = useSession();
  const [opened] = useState(customer);
  const write = useWrite(updateCustomer);
  const save = (change: CustomerChange, expectedVersion: number | undefined) =>
    write.mutate(
      {
        customer_id: opened.id,
        body: { ...change, ...(expectedVersion !== undefined && { expectedVersion }) },
      },
      { onSuccess: onSaved },
    );
  const definition = customerForm(opened, { t, ofAddress });
  const form = useForm(definition, (change) => save(change, opened.version));
  const isReadOnly = !isAllowed(session, updateCustomer) || customer.status === 'ARCHIVED';
  return (
    <form onSubmit={form.submit} noValidate className="flex flex-col gap-5">
      <UnsavedGuard isChanged={form.changes > 0} />
      <fieldset disabled={isReadOnly} className="flex min-w-0 max-w-2xl flex-col gap-5">
        <CustomerFields input={form.input} rows={form.rows} />
        <p className="text-caption text-muted">{t('issuedKeep')}</p>
      </fieldset>
      {!isReadOnly && (
        <SaveBar
          changes={form.changes}
          isPending={write.isPending}
          error={write.error}
          onReset={form.reset}
          onOverwrite={() => save(definition.read(form.fields), undefined)}
        />
      )}
    </form>
  );
}
