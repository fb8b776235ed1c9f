import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { getPricePlanV2, listPricePlanRateCards } from '../../../api/generated/price-plans.ts';
import { all, one } from '../../../api/queries.ts';
import { snippet } from '../../../api/snippet.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { Identifier } from '../../../ui/identifier.tsx';
import { Instant } from '../../../ui/instant.tsx';
import { Facts, Page, Section } from '../../../ui/page.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { CardPrices } from './card-prices.tsx';
import { planStatus } from './plan-view.ts';
import { VersionTable } from './version-table.tsx';

const route = getRouteApi('/plans/$planId');

/** A plan: its cards with every price, and its versions. */
export function PlanDetail() {
  const t = useMessages('plans');
  const { planId } = route.useParams();
  const { version, currency: wanted } = route.useSearch();
  const navigate = route.useNavigate();
  const input = { price_plan_id: planId, ...(version && { version }) };
  const { data: plan } = useSuspenseQuery(one(getPricePlanV2, input));
  const { data: cards } = useSuspenseQuery(all(listPricePlanRateCards, input));
  const currency =
    plan.supportedCurrencies.find((each) => each === wanted) ?? plan.supportedCurrencies[0] ?? '';
  return (
    <Page
      above={<Link to="/plans">{t('title')}</Link>}
      title={<bdi>{plan.name}</bdi>}
      beside={
        <>
          <StatusBadge look={planStatus.look(plan.status)} say={t} />
          <span className="text-muted">{t('versionOf', { version: plan.version })}</span>
          <Identifier value={plan.id} isShort />
        </>
      }
      actions={<SnippetButton code={snippet(listPricePlanRateCards, input)} />}
    >
      <Facts
        facts={[
          { label: t('type'), value: t(`type.${plan.type}`) },
          { label: t('cycle'), value: t(`cycle.${plan.pricingCycleConfig?.interval ?? 'NONE'}`) },
          {
            label: t('grace'),
            value: t.count('days', plan.pricingCycleConfig?.gracePeriod ?? 0),
          },
          { label: t('updatedAt'), value: <Instant at={plan.updatedAt} /> },
          { label: t('description'), value: <bdi>{plan.description ?? '—'}</bdi> },
        ]}
      />
      <Section
        title={t('cards')}
        actions={
          plan.supportedCurrencies.length > 1 && (
            <SelectField
              label={t('currency')}
              value={currency}
              onChange={({ target }) =>
                void navigate({ search: (before) => ({ ...before, currency: target.value }), replace: true })
              }
              options={plan.supportedCurrencies.map((value) => ({ value, text: value }))}
            />
          )
        }
      >
        {cards.rows.length === 0 ? (
          <EmptyState text={t('noCards')} />
        ) : (
          cards.rows.map((card) => <CardPrices key={card.name} card={card} currency={currency} />)
        )}
      </Section>
      <Section title={t('versions')}>
        <VersionTable planId={planId} />
      </Section>
    </Page>
  );
}
