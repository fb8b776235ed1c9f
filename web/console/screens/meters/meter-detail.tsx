import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { getMetrics } from '../../../api/generated/metrics.ts';
import { listCatalogUses } from '../../../api/generated/price-plans.ts';
import type { UsageMeter } from '../../../api/generated/types.ts';
import { getUsageMeter } from '../../../api/generated/usage-meters.ts';
import { one } from '../../../api/queries.ts';
import { snippet } from '../../../api/snippet.ts';
import { now } from '../../../format/time.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { catalogStatus } from '../../../parts/catalog-look.ts';
import { prettyLogic } from '../../../parts/logic/logic-text.ts';
import { RecordLink } from '../../../parts/record-link.tsx';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { UsedBy } from '../../../parts/used-by.tsx';
import { WaitingNotices } from '../../../parts/waiting/waiting-notice.tsx';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { Identifier } from '../../../ui/identifier.tsx';
import { Instant } from '../../../ui/instant.tsx';
import { Facts, Page, Section } from '../../../ui/page.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { MeterActions } from './meter-actions.tsx';
import { MeterUsage } from './meter-usage.tsx';

const route = getRouteApi('/meters/$meterId');

/** A meter: which events it takes, and how it counts them. */
export function MeterDetail() {
  const t = useMessages('meters');
  const uses = useMessages('usedBy');
  const { meterId } = route.useParams();
  const input = { usage_meter_id: meterId, includeSchema: true };
  const { data: meter } = useSuspenseQuery(one(getUsageMeter, input));
  const today = now().slice(0, 10);
  return (
    <Page
      above={<Link to="/meters">{t('title')}</Link>}
      title={<bdi>{meter.displayName || meter.name}</bdi>}
      beside={
        <>
          <StatusBadge look={catalogStatus.look(meter.status)} say={t} />
          <Identifier value={meter.id} isShort />
        </>
      }
      actions={
        <>
          <MeterActions meter={meter} />
          <SnippetButton code={snippet(getUsageMeter, input)} />
        </>
      }
    >
      <WaitingNotices recordId={meter.id} />
      <Facts
        facts={[
          { label: t('aggregation'), value: t(`aggregation.${meter.aggregation}`) },
          {
            label: t('schema'),
            value: meter.eventSchema ? <RecordLink area="schemas" id={meter.eventSchema.name} /> : '—',
          },
          { label: t('unit'), value: <bdi>{meter.unit ?? '—'}</bdi> },
          { label: t('activatedAt'), value: <Instant at={meter.lastActivatedAt} /> },
          { label: t('description'), value: <bdi>{meter.description ?? '—'}</bdi> },
        ]}
      />
      <Allowed operation={getMetrics}>
        <MeterUsage meter={meter} today={today} />
      </Allowed>
      <Section title={t('filters')}>
        <Filters meter={meter} />
      </Section>
      <Section title={t('computations')}>
        <Computations meter={meter} />
      </Section>
      <Allowed operation={listCatalogUses}>
        <Section title={uses('title')}>
          <UsedBy type="USAGE_METER" id={meter.id} />
        </Section>
      </Allowed>
    </Page>
  );
}

function Filters({ meter }: { meter: UsageMeter }) {
  const t = useMessages('meters');
  if (meter.filters.length === 0) return <p className="text-muted">{t('allEvents')}</p>;
  return (
    <ul className="flex flex-wrap gap-2">
      {meter.filters.map(({ field, value }) => (
        <li key={`${field} ${value}`} className="rounded-md bg-sunken px-2 py-1 font-mono text-caption">
          <bdi>{`${field} = ${value}`}</bdi>
        </li>
      ))}
    </ul>
  );
}

function Computations({ meter }: { meter: UsageMeter }) {
  const t = useMessages('meters');
  return (
    <ol className="flex flex-col gap-4">
      {[...meter.computations]
        .sort((a, b) => a.order - b.order)
        .map(({ order, matcher, computation }) => (
          <li key={order} className="grid gap-3 lg:grid-cols-2">
            <div className="min-w-0">
              <p className="mb-1 text-caption text-muted">{t('when')}</p>
              <CodeBlock label={t('when')} code={matcher ? prettyLogic(matcher) : t('always')} />
            </div>
            <div className="min-w-0">
              <p className="mb-1 text-caption text-muted">{t('counts')}</p>
              <CodeBlock label={t('counts')} code={prettyLogic(computation)} />
            </div>
          </li>
        ))}
    </ol>
  );
}
