import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { createUpload, getImport } from '../../../api/generated/imports.ts';
import type { Import } from '../../../api/generated/types.ts';
import { one } from '../../../api/queries.ts';
import { snippet } from '../../../api/snippet.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { buttonClasses } from '../../../ui/button.tsx';
import { Download } from '../../../ui/icons.ts';
import { Identifier } from '../../../ui/identifier.tsx';
import { Page, Section } from '../../../ui/page.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { ImportChecked } from './import-checked.tsx';
import { ImportFacts, ImportNotices } from './import-facts.tsx';
import { canBeImported, importStatus, isOver, percentOf } from './import-view.ts';
import { RejectedRows } from './rejected-rows.tsx';

const route = getRouteApi('/imports/$importId');
const POLL_MS = 1000;

/** An import or a check: how far it is, and what became of each row. */
export function ImportDetail() {
  const { importId } = route.useParams();
  return <Detail key={importId} importId={importId} />;
}

function Detail({ importId }: { importId: string }) {
  const t = useMessages('imports');
  const input = { import_id: importId };
  const { data: shown } = useSuspenseQuery({
    ...one(getImport, input),
    refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : POLL_MS),
  });
  return (
    <Page
      above={<Link to="/imports">{t('title')}</Link>}
      title={`${t(`type.${shown.type}`)} · ${t(shown.dryRun ? 'kind.CHECK' : 'kind.IMPORT')}`}
      beside={
        <>
          <StatusBadge look={importStatus.look(shown.status)} say={t} />
          <Identifier value={shown.id} isShort />
        </>
      }
      actions={
        <>
          {canBeImported(shown) && <ImportChecked checked={shown} />}
          <ResultActions shown={shown} />
          <SnippetButton code={snippet(getImport, input)} />
        </>
      }
    >
      {!isOver(shown) && <Progress label={t('progress')} percent={percentOf(shown)} />}
      <ImportNotices shown={shown} />
      <ImportFacts shown={shown} />
      {isOver(shown) && (
        <Section title={t('rejected')}>
          <RejectedRows done={shown} />
        </Section>
      )}
    </Page>
  );
}

function ResultActions({ shown: { type, failedRows, resultUrl } }: { shown: Import }) {
  const t = useMessages('imports');
  return (
    <>
      {failedRows > 0 && (
        <Allowed operation={createUpload}>
          <Link to="/imports/new" search={{ type }} className={buttonClasses()}>
            {t('again')}
          </Link>
        </Allowed>
      )}
      {resultUrl && (
        <a href={resultUrl} className={buttonClasses()}>
          <Download aria-hidden className="size-4" />
          {t('results')}
        </a>
      )}
    </>
  );
}
