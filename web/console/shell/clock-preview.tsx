import { useQuery } from '@tanstack/react-query';
import { previewClock } from '../../api/generated/scheduled-work.ts';
import { one } from '../../api/queries.ts';
import { formatInstant } from '../../format/time.ts';
import { useMessages } from '../../messages/catalogs.ts';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { groupWork } from './clock-work.ts';

interface ClockPreviewProps {
  /** An instant; empty before one is chosen. */
  target: string;
  onTarget(instant: string): void;
}

/** What comes next, and what a move to the target would do. */
export function ClockPreview({ target, onTarget }: ClockPreviewProps) {
  const t = useMessages('shell');
  const { data, error } = useQuery(one(previewClock, target === '' ? {} : { to: target }));
  if (error) return <ProblemNotice error={error} />;
  if (!data) return <p className="min-h-10 text-muted">{t('clockReading')}</p>;
  const { nextCycleEnd, nextDueAt, work } = data;
  return (
    <div className="flex flex-col gap-2" aria-live="polite">
      {nextCycleEnd && (
        <div className="flex items-center justify-between gap-2">
          <span>{t('clockCycleEnd', { time: formatInstant(nextCycleEnd) })}</span>
          <Button kind="quiet" onClick={() => onTarget(nextCycleEnd)}>
            {t('clockChoose')}
          </Button>
        </div>
      )}
      {nextDueAt && <p className="text-muted">{t('clockNextDue', { time: formatInstant(nextDueAt) })}</p>}
      {target !== '' && (
        <ul className="list-disc ps-5">
          {groupWork(work).map(({ kind, count }) => (
            <li key={kind}>{t.count(`clockWork.${kind}`, count)}</li>
          ))}
          {work.length === 0 && <li>{t('clockNothing')}</li>}
        </ul>
      )}
    </div>
  );
}
