import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { createCredits } from '../../../api/generated/credits.ts';
import { snippet } from '../../../api/snippet.ts';
import { useWrite } from '../../../api/writes.ts';
import { formatMoney } from '../../../format/money.ts';
import { now } from '../../../format/time.ts';
import { readDecimal } from '../../../format/typed-decimal.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { SaveBar } from '../../../parts/save-bar.tsx';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { UnsavedGuard } from '../../../parts/unsaved-guard.tsx';
import { Page } from '../../../ui/page.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { GrantEffect, useGrantPreview } from './grant-effect.tsx';
import { GrantFieldset } from './grant-fieldset.tsx';
import { type Grant, grantForm, previewOf } from './grant-form.ts';

const route = getRouteApi('/credits/new');

/** Grants a credit: its terms, beside what it changes on current drafts before it is saved. */
export function GrantCredit() {
  const t = useMessages('grantForm');
  const { account_id: accountId = '' } = route.useSearch();
  const navigate = useNavigate();
  const create = useWrite(createCredits);
  const save = (grant: Grant) =>
    create.mutate(
      { body: { creditRequests: [grant] } },
      {
        onSuccess: ([credit]) =>
          void navigate({
            ...{ to: '/credits/$creditId', params: { creditId: credit?.id ?? '' }, ignoreBlocker: true },
          }),
      },
    );
  const form = useForm(grantForm({ accountId, today: now().slice(0, 10) }, t), save);
  const grant = previewOf(useDeferredValue(form.fields));
  const preview = useGrantPreview(grant);
  const currency = preview.data?.grants[0]?.currency;
  const amount = readDecimal(form.fields.amount);
  return (
    <Page
      above={<Link to="/credits">{t('credits')}</Link>}
      title={t('title')}
      actions={
        <SnippetButton code={snippet(createCredits, { body: { creditRequests: grant ? [grant] : [] } })} />
      }
    >
      <UnsavedGuard isChanged={form.changes > 0 && !create.isSuccess} />
      <form onSubmit={form.submit} className="flex min-w-0 flex-col gap-5">
        <div className="grid min-w-0 gap-6 lg:grid-cols-2">
          <GrantFieldset form={form} currency={currency} />
          <section aria-labelledby="effect" className="flex min-w-0 flex-col gap-3">
            <h2 id="effect" className="text-h2 font-semibold">
              {t('effect')}
            </h2>
            <GrantEffect grant={grant} preview={preview} />
          </section>
        </div>
        <SaveBar
          changes={form.changes}
          isPending={create.isPending}
          error={create.error}
          onReset={form.reset}
          label={
            currency && amount ? t('grantAmount', { amount: formatMoney(amount, currency) }) : t('grant')
          }
          isNew
        />
      </form>
    </Page>
  );
}
