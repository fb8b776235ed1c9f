import {
  archiveAccount,
  unarchiveAccount,
  updateAccount,
} from '../../../api/generated/accounts-and-aliases.ts';
import type { Account } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { WriteButton } from '../../../parts/write-button.tsx';

/** What changes the status of an account, each with what it begins or ends. */
export function AccountActions({ account: { id, name, status } }: { account: Account }) {
  const t = useMessages('accounts');
  const input = { account_id: id };
  return (
    <Allowed operation={archiveAccount}>
      {status === 'DRAFT' && (
        <WriteButton
          operation={updateAccount}
          input={{ ...input, body: { status: 'ACTIVE' } }}
          kind="primary"
          label={t('activate')}
          title={t('activateTitle', { name })}
        >
          <p>{t('activateText')}</p>
        </WriteButton>
      )}
      {status === 'ARCHIVED' ? (
        <WriteButton
          operation={unarchiveAccount}
          input={input}
          label={t('unarchive')}
          title={t('unarchiveTitle', { name })}
        >
          <p>{t('unarchiveText')}</p>
        </WriteButton>
      ) : (
        <WriteButton
          operation={archiveAccount}
          input={input}
          kind="danger"
          label={t('archive')}
          title={t('archiveTitle', { name })}
        >
          <p>{t('archiveText')}</p>
        </WriteButton>
      )}
    </Allowed>
  );
}
