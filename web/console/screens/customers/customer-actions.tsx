import { archiveCustomer, unarchiveCustomer } from '../../../api/generated/accounts-and-aliases.ts';
import type { Customer } from '../../../api/generated/types.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';

/** Archiving ends all accounts of the customer as well; unarchiving brings back the customer alone. */
export function CustomerActions({ customer: { id, name, status } }: { customer: Customer }) {
  const t = useMessages('customers');
  const archive = useWrite(archiveCustomer);
  const unarchive = useWrite(unarchiveCustomer);
  const input = { customer_id: id };
  if (status === 'ARCHIVED')
    return (
      <Allowed operation={unarchiveCustomer}>
        <ConfirmButton
          label={t('unarchive')}
          title={t('unarchiveTitle', { name })}
          isPending={unarchive.isPending}
          error={unarchive.error}
          onConfirm={(close) => unarchive.mutate(input, { onSuccess: close })}
        >
          <p>{t('unarchiveText')}</p>
        </ConfirmButton>
      </Allowed>
    );
  return (
    <Allowed operation={archiveCustomer}>
      <ConfirmButton
        kind="danger"
        label={t('archive')}
        title={t('archiveTitle', { name })}
        isPending={archive.isPending}
        error={archive.error}
        onConfirm={(close) => archive.mutate(input, { onSuccess: close })}
      >
        <p>{t('archiveText')}</p>
      </ConfirmButton>
    </Allowed>
  );
}
