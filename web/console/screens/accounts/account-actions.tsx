import {
  archiveAccount,
  unarchiveAccount,
  updateAccount,
} from '../../../api/generated/accounts-and-aliases.ts';
import type { Account } from '../../../api/generated/types.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';

/** What changes the status of an account, each with what it begins or ends. */
export function AccountActions({ account }: { account: Account }) {
  const t = useMessages('accounts');
  const activate = useWrite(updateAccount);
  const archive = useWrite(archiveAccount);
  const unarchive = useWrite(unarchiveAccount);
  const input = { account_id: account.id };
  const { name, status } = account;
  return (
    <Allowed operation={archiveAccount}>
      {status === 'DRAFT' && (
        <ConfirmButton
          kind="primary"
          label={t('activate')}
          title={t('activateTitle', { name })}
          isPending={activate.isPending}
          error={activate.error}
          onConfirm={(close) =>
            activate.mutate({ ...input, body: { status: 'ACTIVE' } }, { onSuccess: close })
          }
        >
          <p>{t('activateText')}</p>
        </ConfirmButton>
      )}
      {status === 'ARCHIVED' ? (
        <ConfirmButton
          label={t('unarchive')}
          title={t('unarchiveTitle', { name })}
          isPending={unarchive.isPending}
          error={unarchive.error}
          onConfirm={(close) => unarchive.mutate(input, { onSuccess: close })}
        >
          <p>{t('unarchiveText')}</p>
        </ConfirmButton>
      ) : (
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
      )}
    </Allowed>
  );
}
