import { useState } from 'react';
import { updateAccount } from '../../../api/generated/accounts-and-aliases.ts';
import type { Account } from '../../../api/generated/types.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { RecordLink } from '../../../parts/record-link.tsx';
import { isAllowed, useSession } from '../../../session/session.tsx';
import { Section } from '../../../ui/page.tsx';
import { AccountFieldsForm } from './account-fields-form.tsx';
import type { AccountChange } from './account-form.ts';

/** Terms, recipients, tax ids, tags, and the settings that differ from those of the organization. */
export function AccountSettings({ account }: { account: Account }) {
  const t = useMessages('accounts');
  const session = useSession();
  // Another account's form after it was saved; what others change meanwhile leaves what is typed.
  const [saves, setSaves] = useState(0);
  const write = useWrite(updateAccount);
  const save = (change: AccountChange, expectedVersion: number | undefined) =>
    write.mutate(
      {
        account_id: account.id,
        body: { ...change, ...(expectedVersion !== undefined && { expectedVersion }) },
      },
      { onSuccess: () => setSaves(saves + 1) },
    );
  const { invoiceGroupDetails: group } = account;
  return (
    <div className="flex flex-col gap-5">
      <AccountFieldsForm
        key={saves}
        account={account}
        isReadOnly={!isAllowed(session, updateAccount) || account.status === 'ARCHIVED'}
        isPending={write.isPending}
        error={write.error}
        onSave={save}
      />
      {group && (
        <Section title={t('group')}>
          <RecordLink area="invoice-groups" id={group.id}>
            {group.name}
          </RecordLink>
        </Section>
      )}
      <Section title={t('ownSettings')}>
        <Pairs pairs={account.settings.map(({ name, value }) => [name, value])} empty={t('noSettings')} />
      </Section>
    </div>
  );
}

function Pairs({ pairs, empty }: { pairs: readonly (readonly [string, string])[]; empty: string }) {
  if (pairs.length === 0) return <p className="text-muted">{empty}</p>;
  return (
    <dl className="grid grid-cols-1 gap-x-6 gap-y-1 sm:grid-cols-[minmax(12rem,auto)_1fr]">
      {pairs.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="font-mono text-caption text-muted">{name}</dt>
          <dd className="mb-2 break-words sm:mb-0">
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
