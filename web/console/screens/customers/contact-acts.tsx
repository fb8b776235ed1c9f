import { eraseContact } from '../../../api/generated/erasure.ts';
import { deleteContact, inviteContact } from '../../../api/generated/portal.ts';
import type { Contact, Customer } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { ContactDialog } from './contact-dialog.tsx';
import { TokenDrawer } from './token-drawer.tsx';

/** What somebody wants to do with a contact. */
export type ContactAct =
  | { kind: 'add' }
  | { kind: 'edit' | 'invite' | 'tokens' | 'remove' | 'erase'; contact: Contact };

interface ContactActsProps {
  act: ContactAct;
  customer: Customer;
  onClose(): void;
}

export function ContactActs({ act, customer, onClose }: ContactActsProps) {
  const t = useMessages('customers');
  if (act.kind === 'add') return <ContactDialog customerId={customer.id} onClose={onClose} />;
  const { contact } = act;
  const { name, email = '—' } = contact;
  const input = { customer_id: customer.id, username: contact.username };
  switch (act.kind) {
    case 'edit':
      return <ContactDialog customerId={customer.id} contact={contact} onClose={onClose} />;
    case 'tokens':
      return <TokenDrawer customerId={customer.id} contact={contact} onClose={onClose} />;
    case 'invite':
      return (
        <ConfirmDialog
          operation={inviteContact}
          input={input}
          label={t('act.invite')}
          title={t('inviteTitle', { name })}
          onClose={onClose}
        >
          <p>{t('inviteText', { email })}</p>
        </ConfirmDialog>
      );
    case 'remove':
      return (
        <ConfirmDialog
          operation={deleteContact}
          input={input}
          label={t('act.remove')}
          title={t('removeTitle', { name })}
          onClose={onClose}
        >
          <p>{t('removeText')}</p>
        </ConfirmDialog>
      );
    case 'erase':
      return (
        <ConfirmDialog
          operation={eraseContact}
          input={input}
          label={t('act.erase')}
          title={t('eraseTitle', { name })}
          onClose={onClose}
        >
          <p>{t('eraseText')}</p>
          <ul className="ms-4 list-disc">
            <li>{t('eraseFields')}</li>
            <li>{t('eraseTraces')}</li>
            <li>{t('eraseFiles')}</li>
          </ul>
          <p className="font-medium">{t('eraseFinal')}</p>
        </ConfirmDialog>
      );
    default:
      return act satisfies never;
  }
}
