import { createCustomerContact, createPortalToken, updateContact } from '../../../api/generated/portal.ts';
import type { Contact } from '../../../api/generated/types.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { DialogForm } from '../../../parts/dialog-form.tsx';
import { isAllowed, useSession } from '../../../session/session.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { ContactFields } from './contact-fields.tsx';
import { contactForm } from './contact-form.ts';

interface ContactDialogProps {
  customerId: string;
  /** Absent: a new one. */
  contact?: Contact | undefined;
  onClose(): void;
}

/** Adds a contact, or changes one. */
export function ContactDialog({ customerId, contact, onClose }: ContactDialogProps) {
  const t = useMessages('customers');
  const canLetIn = isAllowed(useSession(), createPortalToken);
  const create = useWrite(createCustomerContact);
  const update = useWrite(updateContact);
  const { isPending, error } = contact ? update : create;
  const form = useForm(contactForm(contact, { t, canLetIn }), (body) => {
    const done = { onSuccess: onClose };
    if (!contact) return create.mutate({ customer_id: customerId, body }, done);
    return update.mutate({ customer_id: customerId, username: contact.username, body }, done);
  });
  return (
    <DialogForm
      title={contact ? t('editContact', { name: contact.name }) : t('addContact')}
      label={contact ? t('saveContact') : t('addContact')}
      isOpen
      onOpenChange={(isOpen) => isOpen || onClose()}
      onSubmit={form.submit}
      isPending={isPending}
      error={error}
    >
      <ContactFields form={form as Parameters<typeof ContactFields>[0]['form']} customerId={customerId} />
    </DialogForm>
  );
}
