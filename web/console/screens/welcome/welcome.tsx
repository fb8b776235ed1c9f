import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getOverview } from '../../../api/generated/overview.ts';
import { listSettings } from '../../../api/generated/settings.ts';
import { one } from '../../../api/queries.ts';
import { snippet } from '../../../api/snippet.ts';
import { formatCount } from '../../../format/money.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { place } from '../../../session/environment.ts';
import { isAllowed, useSession } from '../../../session/session.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Page, Section } from '../../../ui/page.tsx';
import { ConnectApp } from './connect-app.tsx';
import { DeleteDemo } from './delete-demo.tsx';
import { GuideList } from './guide-list.tsx';
import { demoSteps, setupSteps } from './welcome-view.ts';

/** Steps tick themselves while somebody works in another window. */
const REFRESH_MS = 3_000;
/** Set by the demo for its organization. */
const DEMO = 'DEMO';

/** The way to the first invoice, or the tour through the demo. */
export function Welcome() {
  const t = useMessages('welcome');
  const session = useSession();
  const { data: overview } = useSuspenseQuery({ ...one(getOverview, {}), refetchInterval: REFRESH_MS });
  const mayAsk = place.environment === 'sandbox' && isAllowed(session, listSettings);
  const { data: settings } = useSuspenseQuery({
    ...one(listSettings, { setting_id: DEMO, entity_type: 'ORGANIZATION' }),
    ...(!mayAsk && { queryFn: () => ({ data: [], nextToken: null }) }),
  });
  const [deleted, setDeleted] = useState<number | null>(null);
  const isDemo = settings.data.length > 0 && deleted === null;
  const settingId = `setting.USER.${DEMO}.ORGANIZATION.${session.organization.id}`;
  return (
    <Page
      title={isDemo ? t('demoTitle') : t('title')}
      actions={<SnippetButton code={snippet(getOverview, {})} />}
    >
      {deleted !== null && <Notice kind="good" title={t('deleted', { rows: formatCount(deleted) })} />}
      <p className="max-w-[72ch] text-body text-muted">{isDemo ? t('demoText') : t('text')}</p>
      {isDemo && <GuideList label={t('demoTitle')} steps={demoSteps(overview)} />}
      <Section title={isDemo ? t('ownApp') : t('steps')}>
        {!isDemo && <GuideList label={t('steps')} steps={setupSteps(overview)} />}
        <ConnectApp />
      </Section>
      {isDemo && <DeleteDemo settingId={settingId} onDeleted={setDeleted} />}
    </Page>
  );
}
