import { useMemo, useState } from 'react';
import { createCustomerContact, listContacts } from '../../../api/generated/portal.ts';
import type { Contact, Customer } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { List } from '../../../parts/list-page.tsx';
import { isAllowed, useSession } from '../../../session/session.tsx';
import { Button } from '../../../ui/button.tsx';
import { type Column, status, text, time } from '../../../ui/data-table/columns.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Plus } from '../../../ui/icons.ts';
import { type ContactAct, ContactActs } from './contact-acts.tsx';
import { ContactMenu } from './contact-menu.tsx';
import { accessWord } from './customer-view.ts';

const columns: readonly Column<Contact>[] = [
  text('name', ({ name }) => name, { place: 'title' }),
  text('email', ({ email }) => email),
  status('access', (contact) => ({ tone: 'neutral', word: accessWord(contact) })),
  status('login', ({ loginAccess }) =>
    loginAccess ? { tone: 'good', word: 'login.yes' } : { tone: 'neutral', word: 'login.no' },
  ),
  time('createdAt', ({ createdAt }) => createdAt, { place: 'none' }),
];

/** The people of a customer, and what each may see in the portal. */
export function ContactTable({ customer }: { customer: Customer }) {
  const t = useMessages('customers');
  const session = useSession();
  const [act, setAct] = useState<ContactAct | null>(null);
  const canEdit = isAllowed(session, createCustomerContact) && customer.status === 'ACTIVE';
  const all = useMemo(() => [...columns, actions(setAct, canEdit)], [canEdit]);
  const add = canEdit && (
    <Button kind="primary" icon={Plus} onClick={() => setAct({ kind: 'add' })}>
      {t('addContact')}
    </Button>
  );
  return (
    <>
      <List
        name={t('contacts')}
        operation={listContacts}
        input={{ customer_id: customer.id }}
        columns={all}
        idOf={({ username }) => username}
        say={t as (key: string) => string}
        filters={add}
        empty={<EmptyState text={t('noContacts')} />}
      />
      {act && <ContactActs act={act} customer={customer} onClose={() => setAct(null)} />}
    </>
  );
}

function actions(onAct: (act: ContactAct) => void, canEdit: boolean): Column<Contact> {
  return {
    id: 'actions',
    cell: (contact) => <ContactMenu {...{ contact, canEdit, onAct }} />,
    text: () => '',
    place: 'amount',
  };
}
