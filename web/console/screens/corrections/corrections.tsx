import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { previewCorrection } from '../../../api/generated/events-and-usage.ts';
import { one } from '../../../api/queries.ts';
import { snippet } from '../../../api/snippet.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { PreviewedChanges } from '../../../parts/events/correction-changes.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { useFilters } from '../../../parts/use-filters.ts';
import { Page, Section } from '../../../ui/page.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { type CorrectionFields, type CorrectionInput, FIELDS, requestedBy } from './correction-form.ts';
import { CorrectionQuery } from './correction-query.tsx';
import { RunCorrection } from './run-correction.tsx';

const route = getRouteApi('/events/corrections');

/** Events to correct: a query, what the correction would change, and the job that does it. */
export function Corrections() {
  const t = useMessages('corrections');
  const [search, change] = useFilters<Partial<CorrectionFields>>(route);
  const input = requestedBy(search);
  const ask = (next: CorrectionInput) =>
    change(Object.fromEntries(FIELDS.map((name) => [name, next[name]])) as Partial<CorrectionFields>);
  return (
    <Page
      above={<Link to="/events">{t('backToEvents')}</Link>}
      title={t('title')}
      actions={input && <SnippetButton code={snippet(previewCorrection, input)} />}
    >
      <p className="max-w-[72ch] text-body text-muted">{t('what')}</p>
      <CorrectionQuery given={search} onAsk={ask} />
      {input && <Preview input={input} />}
    </Page>
  );
}

function Preview({ input }: { input: CorrectionInput }) {
  const t = useMessages('corrections');
  const query = useQuery({ ...one(previewCorrection, input), retry: false });
  if (query.isError) return <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <Section
      title={t('preview')}
      actions={query.data && <RunCorrection input={input} events={query.data.events} />}
    >
      {query.data ? <PreviewedChanges preview={query.data} /> : <Skeleton lines={5} />}
    </Section>
  );
}
