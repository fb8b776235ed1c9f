import { removeInvoiceGroupAccounts } from '../../../api/generated/invoice-groups.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import type { Member } from './invoice-group-view.ts';

interface RemoveMembersProps {
  groupId: string;
  members: readonly Member[];
  onDone(): void;
}

/** All or none leave the group. */
export function RemoveMembers({ groupId, members, onDone }: RemoveMembersProps) {
  const t = useMessages('invoiceGroups');
  const { mutate, isPending, error } = useWrite(removeInvoiceGroupAccounts);
  const body = { accountIds: members.map(({ id }) => id) };
  return (
    <Allowed operation={removeInvoiceGroupAccounts}>
      <ConfirmButton
        label={t('remove')}
        title={t('removeTitle')}
        kind="danger"
        isPending={isPending}
        error={error}
        onConfirm={(close) =>
          mutate(
            { invoice_group_id: groupId, body },
            {
              onSuccess: () => {
                close();
                onDone();
              },
            },
          )
        }
      >
        <p>{t.count('removeText', members.length)}</p>
      </ConfirmButton>
    </Allowed>
  );
}
