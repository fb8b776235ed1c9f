import type { FiringAlert } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { place } from '../../../session/environment.ts';
import { Notice } from '../../../ui/notice.tsx';
import { isKnownAlert } from './known-alerts.ts';

/** What needs an operator now, each with the way to its runbook. */
export function SystemAlerts({ alerts }: { alerts: readonly FiringAlert[] }) {
  const t = useMessages('system');
  if (alerts.length === 0) return <p>{t('noAlerts')}</p>;
  return (
    <ul className="flex flex-col gap-2">
      {alerts.map(({ name, severity }) => (
        <li key={name}>
          <Notice
            kind={severity === 'CRITICAL' ? 'bad' : 'warn'}
            title={isKnownAlert(name) ? t(`alert.${name}`) : name}
            actions={
              <a
                href={`${place.root}/docs/manual/runbooks#${name.toLowerCase()}`}
                className="text-accent hover:underline"
              >
                {t('runbook')}
              </a>
            }
          />
        </li>
      ))}
    </ul>
  );
}
