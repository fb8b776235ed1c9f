import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { getPricePlanV2, listPricePlanRateCards } from '../../../api/generated/price-plans.ts';
import { one, pages } from '../../../api/queries.ts';
import { snippet } from '../../../api/snippet.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { Identifier } from '../../../ui/identifier.tsx';
import { Instant } from '../../../ui/instant.tsx';
import { Facts, Page, Section } from '../../../ui/page.tsx';
import { CardPrices } from './card-prices.tsx';
import { planLook } from './plan-view.ts';
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
  const cards = useSuspenseInfiniteQuery(pages(listPricePlanRateCards, input));
  const rows = cards.data.pages.flatMap((page) => page.data);
  const currency =
    plan.supportedCurrencies.find((each) => each === wanted) ?? plan.supportedCurrencies[0] ?? 'USD';
  const { tone, shape, word } = planLook(plan);
  return (
    <Page
      above={<Link to="/plans">{t('title')}</Link>}
      title={<bdi>{plan.name}</bdi>}
      beside={
        <>
          <Badge tone={tone} {...(shape && { shape })}>
            {t(word)}
          </Badge>
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
            value: t.count(
              'days',
              plan.pricingCycleConfig?.gracePeriod ?? 0,
              String(plan.pricingCycleConfig?.gracePeriod ?? 0),
            ),
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
        {rows.length === 0 ? (
          <EmptyState text={t('noCards')} />
        ) : (
          rows.map((card) => <CardPrices key={card.name} card={card} currency={currency} />)
        )}
      </Section>
      <Section title={t('versions')}>
        <VersionTable planId={planId} />
      </Section>
    </Page>
  );
}
