import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { getPricePlanV2, listPricePlanRateCards } from '../../../api/generated/price-plans.ts';
import type { PricePlanV2 } from '../../../api/generated/types.ts';
import { all, one } from '../../../api/queries.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { WaitingNotices } from '../../../parts/waiting/waiting-notice.tsx';
import { buttonClasses } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { Identifier } from '../../../ui/identifier.tsx';
import { Instant } from '../../../ui/instant.tsx';
import { Facts, Page, Section } from '../../../ui/page.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { MatrixView } from './matrix-view.tsx';
import { PlanActions } from './plan-actions.tsx';
import { PlanCards } from './plan-cards.tsx';
import { PlanErrors } from './plan-errors.tsx';
import { planSnippet } from './plan-snippet.ts';
import { planStatus } from './plan-view.ts';
import { VersionRail } from './version-rail.tsx';

const route = getRouteApi('/plans/$planId');

/** A plan: its cards with every price, its errors while it is a draft, and its versions. */
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
  const isNewest = !version || plan.status === 'DRAFT';
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
      actions={
        <>
          {plan.type === 'BILLING' && (
            <Link to="/rules/$planId" params={{ planId }} className={buttonClasses()}>
              {t('rules')}
            </Link>
          )}
          {isNewest && <PlanActions plan={plan} />}
          <SnippetButton code={planSnippet(plan, cards.rows)} />
        </>
      }
    >
      <WaitingNotices recordId={planId} />
      {plan.status === 'DRAFT' && <PlanErrors planId={planId} />}
      <PlanFacts plan={plan} />
      <div className="grid gap-x-8 gap-y-5 xl:grid-cols-[minmax(0,1fr)_14rem]">
        <Section
          title={t('cards')}
          actions={
            plan.supportedCurrencies.length > 1 && (
              <SelectField
                label={t('currency')}
                value={currency}
                onChange={({ target }) =>
                  void navigate({
                    search: (before) => ({ ...before, currency: target.value }),
                    replace: true,
                  })
                }
                options={plan.supportedCurrencies.map((value) => ({ value, text: value }))}
              />
            )
          }
        >
          <PlanCards plan={plan} cards={cards.rows} currency={currency} isEditable={isNewest} />
          <MatrixView plan={plan} cards={cards.rows} currency={currency} isEditable={isNewest} />
        </Section>
        <div className="min-w-0 border-t border-line pt-4">
          <VersionRail planId={planId} version={plan.version} />
        </div>
      </div>
    </Page>
  );
}

function PlanFacts({ plan }: { plan: PricePlanV2 }) {
  const t = useMessages('plans');
  return (
    <Facts
      facts={[
        { label: t('type'), value: t(`type.${plan.type}`) },
        { label: t('cycle'), value: t(`cycle.${plan.pricingCycleConfig?.interval ?? 'NONE'}`) },
        { label: t('grace'), value: t.count('days', plan.pricingCycleConfig?.gracePeriod ?? 0) },
        { label: t('currencies'), value: plan.supportedCurrencies.join(', ') },
        { label: t('updatedAt'), value: <Instant at={plan.updatedAt} /> },
        { label: t('description'), value: <bdi>{plan.description ?? '—'}</bdi> },
      ]}
    />
  );
}
