import { useState } from 'react';
import { removeAccountAliases } from '../../../api/generated/accounts-and-aliases.ts';
import type { AccountAlias } from '../../../api/generated/types.ts';
import { useWrite } from '../../../api/writes.ts';
import { startOfDayMs } from '../../../format/time.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { DateField } from '../../../ui/field.tsx';

interface RemoveAliasProps {
  accountId: string;
  alias: AccountAlias;
  zone: string;
}

/** Ends an alias now, or from a day on: then its events since that day are processed again. */
export function RemoveAlias({ accountId, alias, zone }: RemoveAliasProps) {
  const t = useMessages('accounts');
  const [from, setFrom] = useState('');
  const { mutate, isPending, error } = useWrite(removeAccountAliases);
  const since = from === '' ? {} : { from: new Date(startOfDayMs(from, zone)).toISOString() };
  return (
    <ConfirmButton
      kind="quiet"
      label={t('endAlias')}
      title={t('endAliasTitle', { alias: alias.value })}
      isPending={isPending}
      error={error}
      onConfirm={(close) =>
        mutate(
          { account_id: accountId, body: { accountAliases: [{ id: alias.id, ...since }] } },
          { onSuccess: close },
        )
      }
    >
      <p>{t('endAliasText')}</p>
      <DateField
        label={t('endFrom')}
        help={t('endFromHelp')}
        value={from}
        onChange={({ target }) => setFrom(target.value)}
      />
    </ConfirmButton>
  );
}
