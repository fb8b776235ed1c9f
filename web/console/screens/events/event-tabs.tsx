import { Link } from '@tanstack/react-router';
import { ingestEvent } from '../../../api/generated/events-and-usage.ts';
import { listRequests } from '../../../api/generated/request-log.ts';
import { snippet } from '../../../api/snippet.ts';
import type { Translate } from '../../../messages/catalogs.ts';
import type texts from '../../../messages/en/events.json';
import { Allowed } from '../../../parts/allowed.tsx';
import { CodeBlock } from '../../../ui/code-block.tsx';
import type { ShownEvent } from './event-detail.tsx';
import { EventPipeline } from './event-pipeline.tsx';
import { EventProperties } from './event-properties.tsx';

/** What is known of an event: its steps, its fields, its JSON, and the request that sends it. */
export function eventTabs(event: ShownEvent, t: Translate<keyof typeof texts>) {
  const { eventPayload } = event;
  return [
    { id: 'pipeline', title: t('pipeline'), content: <EventPipeline event={event} /> },
    { id: 'properties', title: t('properties'), content: <EventProperties event={event} /> },
    {
      ...{ id: 'json', title: t('json') },
      content: <CodeBlock label={t('json')} code={JSON.stringify(event, null, 2)} />,
    },
    {
      ...{ id: 'request', title: t('request') },
      content: (
        <div className="flex flex-col gap-2">
          <p className="max-w-[72ch] text-muted">{t('requestHelp')}</p>
          <SenderLink event={event} label={t('requestsOf')} />
          <CodeBlock
            label={t('request')}
            code={snippet(ingestEvent, { body: { event: eventPayload as never } })}
          />
        </div>
      ),
    },
  ];
}

/** The log records some of the requests that were counted, and all that were rejected. */
function SenderLink({ event: { source }, label }: { event: ShownEvent; label: string }) {
  if (source.id === '') return null;
  return (
    <Allowed operation={listRequests}>
      <Link
        to={'/requests' as '/'}
        search={{ actor_id: source.id } as never}
        className="self-start text-accent hover:underline"
      >
        {label}
      </Link>
    </Allowed>
  );
}
