import type { System } from '../../../api/generated/types.ts';
import { formatBytes } from '../../../format/bytes.ts';
import { formatInstant } from '../../../format/time.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Facts, Section } from '../../../ui/page.tsx';

/** The last backup and test restore, and whether the log is archived. */
export function SystemBackups({ backups }: { backups: System['backups'] }) {
  const t = useMessages('system');
  const { lastAt, lastBytes, verifiedAt, waitingSegments, archiveLagSeconds = 0 } = backups;
  const behind = { segments: waitingSegments ?? 0, age: t('seconds', { seconds: archiveLagSeconds }) };
  return (
    <Section title={t('backups')}>
      {backups.error && (
        <Notice kind="bad" title={t('backupError')}>
          {backups.error}
        </Notice>
      )}
      {backups.verificationError && (
        <Notice kind="bad" title={t('verificationError')}>
          {backups.verificationError}
        </Notice>
      )}
      {lastAt === undefined ? (
        <p>{t('noBackups')}</p>
      ) : (
        <Facts
          facts={[
            { label: t('backupAge'), value: formatInstant(lastAt) },
            { label: t('backupSize'), value: formatBytes(lastBytes ?? 0) },
            {
              label: t('verified'),
              value: verifiedAt === undefined ? t('notVerified') : formatInstant(verifiedAt),
            },
            {
              label: t('archiveLag'),
              value:
                waitingSegments === undefined
                  ? t('archiveOff')
                  : t(waitingSegments === 0 ? 'archiveCurrent' : 'archiveBehind', behind),
            },
          ]}
        />
      )}
    </Section>
  );
}
