import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { getJournal } from '../../../api/generated/journal.ts';
import { createSetting } from '../../../api/generated/settings.ts';
import type { Setting } from '../../../api/generated/types.ts';
import { one } from '../../../api/queries.ts';
import { snippet } from '../../../api/snippet.ts';
import { useWrites } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { ReadOnlyNote } from '../../../parts/read-only-note.tsx';
import { SaveBar } from '../../../parts/save-bar.tsx';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { UnsavedGuard } from '../../../parts/unsaved-guard.tsx';
import { isAllowed, useSession } from '../../../session/session.tsx';
import { classes } from '../../../ui/classes.ts';
import { TextField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Page } from '../../../ui/page.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { type LedgerEntry, ledgerForm } from './ledger-form.ts';

/** The numbers and names of the company's ledger for the accounts of the journal. */
export function LedgerAccounts() {
  const t = useMessages('journal');
  const query = useQuery(one(getJournal, {}));
  return (
    <Page
      above={<Link to="/journal">{t('title')}</Link>}
      title={t('mapping')}
      actions={<SnippetButton code={snippet(getJournal, {})} />}
    >
      <p className="max-w-[72ch] text-muted">{t('mappingText')}</p>
      <ReadOnlyNote operation={createSetting} />
      {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton lines={12} />}
      {/* What is stored now begins another form. */}
      {query.data && <LedgerForm key={JSON.stringify(query.data.accounts)} accounts={query.data.accounts} />}
    </Page>
  );
}

const ROW =
  'grid items-start gap-3 border-b border-line py-3 sm:grid-cols-[minmax(0,1fr)_8rem_minmax(0,1fr)]';

function LedgerForm({ accounts }: { accounts: readonly LedgerEntry[] }) {
  const t = useMessages('journal');
  const session = useSession();
  const { organization } = session;
  const { mutate, isPending } = useWrites(createSetting, (body: Setting) => ({ body }));
  const [error, setError] = useState<unknown>(null);
  const [isSaved, setSaved] = useState(false);
  const form = useForm(ledgerForm(accounts, { say: t, organization: organization.id }), (all) =>
    mutate(all, {
      onSuccess: (failed) => {
        setError(failed[0]?.error ?? null);
        setSaved(failed.length === 0);
      },
    }),
  );
  return (
    <form onSubmit={form.submit} className="flex max-w-4xl flex-col gap-5">
      <UnsavedGuard isChanged={form.changes > 0 && !isSaved} />
      <fieldset disabled={!isAllowed(session, createSetting)}>
        {/* The fields name themselves to screen readers; on a narrow screen, they stand below each other. */}
        <div aria-hidden className={classes(ROW, 'font-medium max-sm:hidden')}>
          <span>{t('journalAccount')}</span>
          <span>{t('number')}</span>
          <span>{t('ledgerName')}</span>
        </div>
        <ul className="flex flex-col">
          {accounts.map(({ account }) => (
            <li key={account} className={ROW}>
              <span className="sm:pt-1.5">{t(`account.${account}`)}</span>
              <TextField
                label={t('number')}
                aria-label={t('numberOf', { account: t(`account.${account}`) })}
                isLabelHidden
                {...form.input(`number.${account}`)}
              />
              <TextField
                label={t('name')}
                aria-label={t('nameOf', { account: t(`account.${account}`) })}
                isLabelHidden
                {...form.input(`name.${account}`)}
              />
            </li>
          ))}
        </ul>
      </fieldset>
      {isSaved && <Notice kind="good" title={t('saved')} />}
      <Allowed operation={createSetting}>
        <SaveBar changes={form.changes} isPending={isPending} error={error} onReset={form.reset} />
      </Allowed>
    </form>
  );
}
