import { useState } from 'react';
import { addAccountAliases } from '../../api/generated/accounts-and-aliases.ts';
import type { UncountedEvents } from '../../api/generated/types.ts';
import { useWrite } from '../../api/writes.ts';
import { useMessages } from '../../messages/catalogs.ts';
import { Button } from '../../ui/button.tsx';
import { LazyDialog } from '../../ui/lazy-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProblemNotice } from '../problem-notice.tsx';
import { RecordField } from '../record-field.tsx';
import { accounts } from '../record-kinds.ts';
import { CorrectionChanges } from './lazy-correction-changes.tsx';

type Group = UncountedEvents & { accountRef: string };

/** Gives the account that was meant the alias that was sent; what waits for it is then processed. */
export function AliasFix({ group }: { group: Group }) {
  const t = useMessages('uncounted');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="primary" onClick={() => setOpen(true)}>
        {t('fix')}
      </Button>
      <LazyDialog title={t('aliasTitle', { alias: group.accountRef })} isOpen={isOpen} onOpenChange={setOpen}>
        <AliasForm group={group} />
      </LazyDialog>
    </>
  );
}

function AliasForm({ group: { accountRef, closestAccount, events } }: { group: Group }) {
  const t = useMessages('uncounted');
  const [accountId, setAccountId] = useState(closestAccount?.id ?? '');
  const write = useWrite(addAccountAliases);
  if (write.isSuccess) return <Notice kind="good" title={t('aliasDone')} />;
  const isSuggested = closestAccount !== undefined && accountId === closestAccount.id;
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        // Without a start, so that it also holds for events of the past.
        const body = { accountAliases: [{ value: accountRef.trim() }] };
        if (accountId !== '') write.mutate({ account_id: accountId, body });
      }}
    >
      <p className="text-body break-words">{t('aliasText', { alias: accountRef })}</p>
      {write.error !== null && <ProblemNotice error={write.error} />}
      <RecordField
        kind={accounts}
        label={t('aliasAccount')}
        name="accountId"
        value={accountId}
        onChange={({ target }) => setAccountId(target.value)}
        help={isSuggested ? t('aliasClosest', { value: closestAccount.value }) : undefined}
      />
      {accountId !== '' && (
        <CorrectionChanges input={{ action: 'REDO', account_ref: accountRef, as_account_id: accountId }} />
      )}
      <div className="sticky -bottom-4 -mx-4 -mb-4 flex justify-end border-t border-line bg-surface px-4 py-3">
        <Button kind="primary" type="submit" disabled={write.isPending || accountId === ''}>
          {t.count('aliasAction', events)}
        </Button>
      </div>
    </form>
  );
}
