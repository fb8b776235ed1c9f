import type { System } from '../../../api/generated/types.ts';
import { formatCount, formatQuantity } from '../../../format/money.ts';
import { formatInstant } from '../../../format/time.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { Figures } from '../../../ui/figures.tsx';

/** What an operator looks at first: whether work, messages and events flow, and what needs attention. */
export function SystemFigures({ system }: { system: System }) {
  const t = useMessages('system');
  const { readiness, work, mails, webhooks, ingestion, counters } = system;
  const oldest = (seconds: number) => t('oldest', { age: t('seconds', { seconds }) });
  const waiting = (label: string, outbox: System['mails']) => ({
    label,
    value: formatCount(outbox.waiting),
    ...(outbox.waiting > 0 && { note: oldest(outbox.oldestSeconds) }),
  });
  return (
    <Figures
      figures={[
        {
          label: t('readiness'),
          value: <Badge tone={toneOf(readiness)}>{t(`readiness.${readiness}`)}</Badge>,
        },
        {
          ...{ label: t('due'), value: formatCount(work.due) },
          ...(work.oldestDueAt && { note: `${t('oldestDue')}: ${formatInstant(work.oldestDueAt)}` }),
        },
        { label: t('retrying'), value: formatCount(work.retrying) },
        { label: t('onHold'), value: formatCount(work.onHold) },
        waiting(t('mails'), mails),
        waiting(t('webhooks'), webhooks),
        {
          label: t('perSecond'),
          value: ingestion.perSecond === undefined ? '—' : formatQuantity(String(ingestion.perSecond)),
          note: [
            `${t('requests')}: ${formatCount(ingestion.requests)}`,
            `${t('rejected')}: ${formatCount(ingestion.rejected)}`,
          ].join(', '),
        },
        {
          label: t('averageMs'),
          value: ingestion.averageMs === undefined ? '—' : formatQuantity(String(ingestion.averageMs), 'ms'),
          note: t('ingestionHelp'),
        },
        { label: t('alarms'), value: formatCount(counters.alarms) },
        { label: t('auditMismatches'), value: formatCount(counters.auditMismatches) },
        { label: t('refusedWrites'), value: formatCount(counters.refusedWrites) },
        { label: t('missingRequests'), value: formatCount(counters.missingRequests) },
      ]}
    />
  );
}

function toneOf(readiness: System['readiness']): Tone {
  if (readiness === 'READY') return 'good';
  return readiness === 'DISK_FULL' ? 'bad' : 'warn';
}
