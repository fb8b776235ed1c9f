import { useQuery } from '@tanstack/react-query';
import { previewCorrection } from '../../api/generated/events-and-usage.ts';
import type { CorrectionPreview } from '../../api/generated/types.ts';
import type { InputOf } from '../../api/operation.ts';
import { one } from '../../api/queries.ts';
import { useMessages } from '../../messages/catalogs.ts';
import { isAllowed, useSession } from '../../session/session.tsx';
import { Section } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { eventStatus } from '../event-status.ts';
import { ProblemNotice } from '../problem-notice.tsx';
import { ChangeTable } from './change-table.tsx';
import { creditChanges, hasChanges, invoiceChanges, usageChanges } from './correction-view.ts';

type Input = InputOf<typeof previewCorrection>;

/** What a correction would change; asking changes nothing. */
export function CorrectionChanges({ input }: { input: Input }) {
  const may = isAllowed(useSession(), previewCorrection);
  const query = useQuery({ ...one(previewCorrection, input), enabled: may, retry: false, staleTime: 0 });
  if (!may) return null;
  if (query.isError) return <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton lines={4} />;
  return <PreviewedChanges preview={query.data} />;
}

export function PreviewedChanges({ preview }: { preview: CorrectionPreview }) {
  const t = useMessages('corrections');
  const { events, previewed, isComplete } = preview;
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Outcomes preview={preview} />
      {!isComplete && <p className="text-muted">{t('partial', { previewed, events })}</p>}
      {!hasChanges(preview) && <p className="text-body">{t('nothing')}</p>}
      <Changes title={t('usage')} name={t('meter')} changes={usageChanges(preview)} />
      <Changes
        title={t('invoices')}
        name={t('invoice')}
        changes={invoiceChanges(preview, t('draft'))}
        note={preview.invoices.some(({ status }) => status !== 'DRAFT') ? t('issued') : undefined}
      />
      <Changes title={t('credits')} name={t('feature')} changes={creditChanges(preview)} />
    </div>
  );
}

interface ChangesProps {
  title: string;
  name: string;
  changes: ReturnType<typeof usageChanges>;
  note?: string | undefined;
}

function Changes({ title, name, changes, note }: ChangesProps) {
  if (changes.length === 0) return null;
  return (
    <Section title={title}>
      <ChangeTable name={name} changes={changes} />
      {note && <p className="text-muted">{note}</p>}
    </Section>
  );
}

function Outcomes({ preview: { events, outcomes } }: { preview: CorrectionPreview }) {
  const t = useMessages('corrections');
  const say = useMessages('events');
  return (
    <div className="flex flex-col gap-2">
      <p className="font-semibold">{t.count('selected', events)}</p>
      <ul className="flex flex-col gap-1.5">
        {outcomes.map(({ status, ingestionStatus, reason, events: count }) => (
          <li
            key={`${status} ${ingestionStatus} ${reason ?? ''}`}
            className="flex flex-wrap items-center gap-x-3 gap-y-1"
          >
            <span>
              {count} × {t(`outcome.${status}`)}
            </span>
            {ingestionStatus !== 'REVERTED' && (
              <StatusBadge look={eventStatus.look(ingestionStatus)} say={say} />
            )}
            {reason && <bdi className="text-muted break-words">{reason}</bdi>}
          </li>
        ))}
      </ul>
    </div>
  );
}
