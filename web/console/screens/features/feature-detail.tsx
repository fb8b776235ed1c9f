import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { getFeature, updateFeature } from '../../../api/generated/features.ts';
import { listCatalogUses } from '../../../api/generated/price-plans.ts';
import { one } from '../../../api/queries.ts';
import { snippet } from '../../../api/snippet.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { RecordLink } from '../../../parts/record-link.tsx';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { UsedBy } from '../../../parts/used-by.tsx';
import { Identifier } from '../../../ui/identifier.tsx';
import { Instant } from '../../../ui/instant.tsx';
import { Facts, Page, Section } from '../../../ui/page.tsx';
import { EditFeature } from './edit-feature.tsx';

const route = getRouteApi('/features/$featureId');

/** A feature: the events that use it up, and the rate cards that grant it. */
export function FeatureDetail() {
  const t = useMessages('features');
  const uses = useMessages('usedBy');
  const { featureId } = route.useParams();
  const input = { feature_id: featureId };
  const { data: feature } = useSuspenseQuery(one(getFeature, input));
  return (
    <Page
      above={<Link to="/features">{t('title')}</Link>}
      title={<bdi>{feature.name}</bdi>}
      beside={<Identifier value={feature.id} isShort />}
      actions={
        <>
          <Allowed operation={updateFeature}>
            <EditFeature key={feature.updatedAt} feature={feature} />
          </Allowed>
          <SnippetButton code={snippet(getFeature, input)} />
        </>
      }
    >
      <Facts
        facts={[
          { label: t('billableName'), value: <bdi>{feature.displayName}</bdi> },
          { label: t('createdAt'), value: <Instant at={feature.createdAt} /> },
          { label: t('updatedAt'), value: <Instant at={feature.updatedAt} /> },
        ]}
      />
      <Section title={t('schemas')}>
        {feature.schemaAssociations.length === 0 ? (
          <p className="text-muted">{t('noSchemas')}</p>
        ) : (
          <ul className="flex flex-col gap-1">
            {feature.schemaAssociations.map(({ schemaName, attributeName }) => (
              <li key={schemaName}>
                <RecordLink area="schemas" id={schemaName} />{' '}
                <bdi className="font-mono text-caption text-muted">{attributeName}</bdi>
              </li>
            ))}
          </ul>
        )}
      </Section>
      <Allowed operation={listCatalogUses}>
        <Section title={uses('title')}>
          <UsedBy type="FEATURE" id={featureId} />
        </Section>
      </Allowed>
    </Page>
  );
}
