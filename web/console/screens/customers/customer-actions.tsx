import { archiveCustomer, unarchiveCustomer } from '../../../api/generated/accounts-and-aliases.ts';
import type { Customer } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { WriteButton } from '../../../parts/write-button.tsx';

/** Archiving ends all accounts of the customer as well; unarchiving brings back the customer alone. */
export function CustomerActions({ customer: { id, name, status } }: { customer: Customer }) {
  const t = useMessages('customers');
  const isArchived = status === 'ARCHIVED';
  const operation = isArchived ? unarchiveCustomer : archiveCustomer;
  const word = isArchived ? 'unarchive' : 'archive';
  return (
    <Allowed operation={operation}>
      <WriteButton
        // The question of one must not stay open as that of the other.
        key={word}
        operation={operation}
        input={{ customer_id: id }}
        kind={isArchived ? 'secondary' : 'danger'}
        label={t(word)}
        title={t(`${word}Title`, { name })}
      >
        <p>{t(`${word}Text`)}</p>
      </WriteButton>
    </Allowed>
  );
}
