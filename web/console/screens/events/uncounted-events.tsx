import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { explainUncountedEvents, getEvent } from '../../../api/generated/events-and-usage.ts';
import { one } from '../../../api/queries.ts';
import { snippet } from '../../../api/snippet.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { DetailTabs } from '../../../parts/detail-tabs.tsx';
import { UncountedList } from '../../../parts/events/uncounted-list.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { RecordField } from '../../../parts/record-field.tsx';
import { accounts, customers } from '../../../parts/record-kinds.ts';
import { RecordLink } from '../../../parts/record-link.tsx';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { useFilters } from '../../../parts/use-filters.ts';
import { DateField, Field } from '../../../ui/field.tsx';
import { SearchField } from '../../../ui/filters.tsx';
import { Page, Section } from '../../../ui/page.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { type UncountedSearch, uncountedInput } from './uncounted-view.ts';

const route = getRouteApi('/events/uncounted');
// Only the question about one event has them.
const EventVerdict = lazy(async () => ({ default: (await import('./event-verdict.tsx')).EventVerdict }));
const EventsAlike = lazy(async () => ({ default: (await import('./event-verdict.tsx')).EventsAlike }));
const UncoveredValues = lazy(async () => ({
  default: (await import('../../../parts/events/uncovered-values.tsx')).UncoveredValues,
}));

/** Why was this not charged? Asked for an event, or for an account or a customer and a day. */
export function UncountedEvents() {
  const t = useMessages('events');
  const say = useMessages('uncounted');
  const [search, change] = useFilters<UncountedSearch>(route);
  const { event_id: eventId, account_id: accountId = '', customer_id: customerId = '', day = '' } = search;
  const input = uncountedInput(search);
  return (
    <Page
      above={<Link to="/events">{t('title')}</Link>}
      title={t('whyNot')}
      actions={<SnippetButton code={snippet(explainUncountedEvents, input)} />}
    >
      <div className="grid max-w-4xl gap-3 sm:grid-cols-2 lg:grid-cols-[16rem_repeat(3,minmax(0,1fr))]">
        <Field label={t('eventId')}>
          {() => (
            <SearchField
              label={t('eventId')}
              value={eventId ?? ''}
              onChange={(event_id) => change({ event_id })}
            />
          )}
        </Field>
        <RecordField
          kind={accounts}
          label={t('account')}
          name="account"
          value={accountId}
          onChange={({ target }) => change({ account_id: target.value })}
        />
        <RecordField
          kind={customers}
          label={t('customer')}
          name="customer"
          value={customerId}
          onChange={({ target }) => change({ customer_id: target.value })}
        />
        <DateField label={t('day')} value={day} onChange={({ target }) => change({ day: target.value })} />
      </div>
      {eventId ? (
        <OneEvent eventId={eventId} />
      ) : (
        <DetailTabs
          label={t('whyNot')}
          keeps={['account_id', 'customer_id', 'day']}
          tabs={[
            { id: 'events', title: t('whyNotAll'), content: () => <UncountedList input={input} /> },
            { id: 'values', title: say('uncovered'), content: () => <UncoveredValues /> },
          ]}
        />
      )}
    </Page>
  );
}

function OneEvent({ eventId }: { eventId: string }) {
  const query = useQuery({ ...one(getEvent, { event_id: eventId }), retry: false });
  if (query.isError) return <ProblemNotice error={query.error} />;
  const [event] = query.data?.events ?? [];
  if (!event) return <Skeleton lines={2} />;
  return (
    <Section title={<RecordLink area="events" id={eventId} />}>
      <Suspense fallback={<Skeleton lines={4} />}>
        <EventVerdict event={event} />
        <EventsAlike event={event} />
      </Suspense>
    </Section>
  );
}
