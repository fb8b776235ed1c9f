import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { createSetting, listSettings } from '../../../api/generated/settings.ts';
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
import { CheckboxField } from '../../../ui/choice-field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Page } from '../../../ui/page.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { checkForm } from './check-form.ts';
import { RULES } from './check-rules.ts';
import { RuleFields } from './rule-fields.tsx';

/** Which checks an organization makes, how grave what they find is, and their thresholds. */
export function CheckSettings() {
  const t = useMessages('billRuns');
  const { organization } = useSession();
  const input = {
    entity_type: 'ORGANIZATION',
    entity_id: organization.id,
    namespace: 'PLATFORM',
    pageSize: 100,
  };
  const query = useQuery(one(listSettings, input));
  return (
    <Page
      above={<Link to="/bill-runs">{t('title')}</Link>}
      title={t('checksTitle')}
      actions={<SnippetButton code={snippet(listSettings, input)} />}
    >
      <p className="max-w-[72ch] text-muted">{t('checksText')}</p>
      <ReadOnlyNote operation={createSetting} />
      {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton lines={8} />}
      {/* What is stored now begins another form. */}
      {query.data && <CheckForm key={JSON.stringify(query.data.data)} settings={query.data.data} />}
    </Page>
  );
}

function CheckForm({ settings }: { settings: readonly Setting[] }) {
  const t = useMessages('billRuns');
  const session = useSession();
  const { organization } = session;
  const { mutate, isPending } = useWrites(createSetting, (body: Setting) => ({ body }));
  const [error, setError] = useState<unknown>(null);
  const [isSaved, setSaved] = useState(false);
  const form = useForm(checkForm(settings, { say: t, organization: organization.id }), (all) =>
    mutate(all, {
      onSuccess: (failed) => {
        setError(failed[0]?.error ?? null);
        setSaved(failed.length === 0);
      },
    }),
  );
  return (
    <form onSubmit={form.submit} className="flex flex-col gap-5">
      <UnsavedGuard isChanged={form.changes > 0 && !isSaved} />
      <fieldset disabled={!isAllowed(session, createSetting)} className="flex flex-col gap-5">
        <CheckboxField
          label={t('reviewRequired')}
          help={t('reviewRequiredHelp')}
          {...form.checkbox('isReviewRequired')}
        />
        <ul className="flex flex-col">
          {RULES.map((rule) => (
            <RuleFields key={rule} rule={rule} form={form} />
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
