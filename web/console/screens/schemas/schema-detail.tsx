import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { getEventSchema } from '../../../api/generated/event-schemas.ts';
import { listCatalogUses } from '../../../api/generated/price-plans.ts';
import type { EventSchema } from '../../../api/generated/types.ts';
import { one } from '../../../api/queries.ts';
import { snippet } from '../../../api/snippet.ts';
import { wholeOf } from '../../../format/decimals.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { catalogStatus } from '../../../parts/catalog-look.ts';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { WaitingNotices } from '../../../parts/waiting/waiting-notice.tsx';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { Instant } from '../../../ui/instant.tsx';
import { Facts, Page, Section } from '../../../ui/page.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { CheckEvent } from './check-event.tsx';
import { SchemaActions } from './schema-actions.tsx';
import { SchemaUses } from './schema-uses.tsx';
import { SchemaVersions } from './schema-versions.tsx';
import { sampleEvent } from './schema-view.ts';

const route = getRouteApi('/schemas/$schemaName');

/** A schema: the fields of its events, and an event to copy. */
export function SchemaDetail() {
  const t = useMessages('schemas');
  const uses = useMessages('usedBy');
  const { schemaName } = route.useParams();
  const { version } = route.useSearch();
  const input = { event_schema_name: schemaName, ...(version && { version: wholeOf(version) ?? 1 }) };
  const { data: schema } = useSuspenseQuery(one(getEventSchema, input));
  return (
    <Page
      above={<Link to="/schemas">{t('title')}</Link>}
      title={<bdi>{schema.name}</bdi>}
      beside={
        <>
          <StatusBadge look={catalogStatus.look(schema.status)} say={t} />
          <span className="text-muted">{t('versionOf', { version: schema.version })}</span>
        </>
      }
      actions={
        <>
          {!version && <SchemaActions schema={schema} />}
          <SnippetButton code={snippet(getEventSchema, input)} />
        </>
      }
    >
      <WaitingNotices recordId={schema.name} />
      <Facts
        facts={[
          { label: t('description'), value: <bdi>{schema.description ?? '—'}</bdi> },
          { label: t('idTemplate'), value: <bdi className="font-mono">{schema.eventIdTemplate ?? '—'}</bdi> },
          { label: t('priced'), value: schema.eventLevelRevenue ? t('yes') : t('no') },
          { label: t('updatedAt'), value: <Instant at={schema.updatedAt} /> },
        ]}
      />
      <Section title={t('fields')}>
        <Fields schema={schema} />
      </Section>
      <Section title={t('check')}>
        <CheckEvent schema={schema} />
      </Section>
      <Allowed operation={listCatalogUses}>
        <Section title={uses('title')}>
          <SchemaUses name={schema.name} />
        </Section>
      </Allowed>
      <Section title={t('versions')}>
        <SchemaVersions name={schema.name} version={schema.version} />
      </Section>
      <Section title={t('sample')}>
        <CodeBlock label={t('sample')} code={sampleEvent(schema)} />
      </Section>
    </Page>
  );
}

function Fields({ schema }: { schema: EventSchema }) {
  const t = useMessages('schemas');
  return (
    <Facts
      facts={[
        ...schema.attributes.map(({ name, defaultUnit }) => ({
          label: name,
          value: defaultUnit ? t('attributeIn', { unit: defaultUnit }) : t('attribute'),
        })),
        ...schema.dimensions.map(({ name }) => ({ label: name, value: t('dimension') })),
      ]}
    />
  );
}
