import { exportConfiguration } from '../../../api/generated/configuration.ts';
import { snippet } from '../../../api/snippet.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { useSession } from '../../../session/session.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Page, Section } from '../../../ui/page.tsx';
import { ExportSection } from './export-section.tsx';
import { ImportSection } from './import-section.tsx';

/** The catalogue and the settings as one document: to keep, to compare, and to bring to an environment. */
export function Configuration() {
  const t = useMessages('configuration');
  const { scopes } = useSession();
  const may = (access: 'read' | 'write') =>
    (['catalog', 'plans', 'settings'] as const).every((area) => scopes.includes(`${area}:${access}`));
  return (
    <Page title={t('title')} actions={<SnippetButton code={snippet(exportConfiguration, {})} />}>
      <p className="max-w-[72ch] text-body">{t('intro')}</p>
      <Section title={t('import')}>
        {may('write') ? <ImportSection /> : <Notice kind="info" title={t('importForbidden')} />}
      </Section>
      <Section title={t('export')}>
        {may('read') ? <ExportSection /> : <Notice kind="info" title={t('exportForbidden')} />}
      </Section>
    </Page>
  );
}
