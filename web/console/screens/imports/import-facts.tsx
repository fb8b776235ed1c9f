import type { Import } from '../../../api/generated/types.ts';
import { formatCount } from '../../../format/money.ts';
import { formatInstant } from '../../../format/time.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Facts } from '../../../ui/page.tsx';

/** Why an import stopped, or what a check has found. */
export function ImportNotices({ shown }: { shown: Import }) {
  const t = useMessages('imports');
  if (shown.status === 'FAILED')
    return (
      <Notice kind="bad" title={t('failedTitle')}>
        <p>
          <bdi>{shown.failureReason}</bdi>
        </p>
        {shown.takenRows > 0 && !shown.dryRun && <p>{t('failedText')}</p>}
      </Notice>
    );
  if (!shown.dryRun || shown.status !== 'COMPLETED') return null;
  if (shown.failedRows === 0) return <Notice kind="good" title={t('checkedGood')} />;
  return (
    <Notice kind="warn" title={t.count('checkedTitle', shown.failedRows)}>
      {t('checkedText')}
    </Notice>
  );
}

/** How many rows became what, and by which columns. */
export function ImportFacts({ shown }: { shown: Import }) {
  const t = useMessages('imports');
  const { takenRows, totalRows, dryRun, columns } = shown;
  const mapped = Object.entries(columns ?? {}).map(([header, member]) => `${header} → ${member}`);
  return (
    <Facts
      facts={[
        {
          label: t('totalRows'),
          value:
            totalRows === undefined
              ? t('rowsSoFar', { taken: takenRows })
              : t('rowsOf', { taken: takenRows, total: totalRows }),
        },
        { label: t(dryRun ? 'wouldCreate' : 'createdRows'), value: formatCount(shown.createdRows) },
        { label: t('unchangedRows'), value: formatCount(shown.unchangedRows) },
        { label: t('failedRows'), value: formatCount(shown.failedRows) },
        { label: t('createdAt'), value: formatInstant(shown.createdAt) },
        {
          label: t('columnsUsed'),
          value: <bdi className="break-words">{mapped.join(', ') || t('allByName')}</bdi>,
        },
      ]}
    />
  );
}
