import { listContacts } from '../../../api/generated/portal.ts';
import type { Contact } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { List } from '../../../parts/list-page.tsx';
import { type Column, status, text, time } from '../../../ui/data-table/columns.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { accessWord } from './customer-view.ts';

const columns: readonly Column<Contact>[] = [
  text('name', ({ name }) => name, { place: 'title' }),
  text('email', ({ email }) => email),
  status('access', (contact) => ({ tone: 'neutral', word: accessWord(contact) })),
  status('login', ({ loginAccess }) =>
    loginAccess ? { tone: 'good', word: 'login.yes' } : { tone: 'neutral', word: 'login.no' },
  ),
  time('createdAt', ({ createdAt }) => createdAt),
];

/** The people of a customer, and what each may see in the portal. */
export function ContactTable({ customerId }: { customerId: string }) {
  const t = useMessages('customers');
  return (
    <List
      name={t('contacts')}
      operation={listContacts}
      input={{ customer_id: customerId }}
      columns={columns}
      idOf={({ username }) => username}
      say={t}
      empty={<EmptyState text={t('noContacts')} />}
    />
  );
}
