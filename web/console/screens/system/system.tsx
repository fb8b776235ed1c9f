import { useSuspenseQuery } from '@tanstack/react-query';
import { getSystem } from '../../../api/generated/system.ts';
import { one } from '../../../api/queries.ts';
import { snippet } from '../../../api/snippet.ts';
import { formatInstant } from '../../../format/time.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { Facts, Page, Section } from '../../../ui/page.tsx';
import { FailingWork } from './failing-work.tsx';
import { HeldMessages } from './held-messages.tsx';
import { SystemAlerts } from './system-alerts.tsx';
import { SystemBackups } from './system-backups.tsx';
import { SystemFigures } from './system-figures.tsx';
import { SystemSettings } from './system-settings.tsx';
import { SystemStorage } from './system-storage.tsx';

const EVERY_MS = 10_000;

/** The state of the whole deployment, for its operators. */
export function System() {
  const t = useMessages('system');
  const { data: system } = useSuspenseQuery({ ...one(getSystem, {}), refetchInterval: EVERY_MS });
  return (
    <Page
      title={t('title')}
      beside={
        <span className="text-caption text-muted">{t('asOf', { time: formatInstant(system.asOf) })}</span>
      }
      actions={<SnippetButton code={snippet(getSystem, {})} />}
    >
      <HeldMessages />
      <Section title={t('alerts')}>
        <SystemAlerts alerts={system.alerts} />
      </Section>
      <SystemFigures system={system} />
      <Section title={t('work')}>
        <FailingWork failing={system.work.failing} />
      </Section>
      <SystemBackups backups={system.backups} />
      <SystemStorage system={system} />
      <Section title={t('version')}>
        <Facts
          facts={[
            { label: t('version'), value: system.version },
            { label: t('runtime'), value: system.runtime },
            { label: t('startedAt'), value: formatInstant(system.startedAt) },
            {
              label: t('roles'),
              value: system.roles.map((role) => t(`role.${role as 'api' | 'worker'}`)).join(', '),
            },
            { label: t('apiProcesses'), value: String(system.apiProcesses) },
          ]}
        />
      </Section>
      <SystemSettings settings={system.settings} />
      <Section title={t('license')}>
        <p className="max-w-[72ch]">{t('telemetry')}</p>
        {system.license && (
          <details>
            <summary className="cursor-pointer text-accent">{t('licenseText')}</summary>
            <pre className="mt-2 overflow-x-auto rounded-md border border-line bg-sunken p-3 font-mono text-caption">
              {system.license}
            </pre>
          </details>
        )}
      </Section>
    </Page>
  );
}
