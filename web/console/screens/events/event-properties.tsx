import { useMessages } from '../../../messages/catalogs.ts';
import { Instant } from '../../../ui/instant.tsx';
import { Facts, Section } from '../../../ui/page.tsx';
import type { ShownEvent } from './event-detail.tsx';

/** The event as it was sent. */
export function EventProperties({ event }: { event: ShownEvent }) {
  const t = useMessages('events');
  const { eventPayload, source, createdAt } = event;
  return (
    <div className="flex flex-col gap-5">
      <Facts
        facts={[
          { label: t('account'), value: <bdi>{eventPayload.accountId}</bdi> },
          { label: t('timestamp'), value: <Instant at={eventPayload.timestamp} isExact /> },
          { label: t('receivedAt'), value: <Instant at={createdAt} isExact /> },
          { label: t('source'), value: <bdi>{`${source.type} ${source.id}`}</bdi> },
        ]}
      />
      <Section title={t('attributes')}>
        <Facts
          facts={eventPayload.attributes.map(({ name, value, unit }) => ({
            label: name,
            value: <bdi>{[value, unit].filter(Boolean).join(' ')}</bdi>,
          }))}
        />
      </Section>
      <Section title={t('dimensions')}>
        <Facts
          facts={Object.entries(eventPayload.dimensions).map(([label, value]) => ({
            label,
            value: <bdi>{value}</bdi>,
          }))}
        />
      </Section>
    </div>
  );
}
