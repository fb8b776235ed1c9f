import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { getPricePlanV2, listPricePlanRateCards } from '../../../api/generated/price-plans.ts';
import { all, one } from '../../../api/queries.ts';
import { snippet } from '../../../api/snippet.ts';
import { wholeOf } from '../../../format/decimals.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { buttonClasses } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { Page, Section } from '../../../ui/page.tsx';
import { BlastRadius } from './blast-radius.tsx';
import { CardComparison } from './card-comparison.tsx';
import { differenceOf } from './plan-difference.ts';

const route = getRouteApi('/plans/$planId/compare');

/** Two versions of a plan side by side, and what the change means for the accounts on the older one. */
export function PlanCompare() {
  const t = useMessages('planCompare');
  const { planId } = route.useParams();
  const { a, b, simulation } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: newest } = useSuspenseQuery(one(getPricePlanV2, { price_plan_id: planId }));
  const [older, newer] = [wholeOf(a ?? null) ?? newest.version - 1, wholeOf(b ?? null) ?? newest.version];
  const above = (
    <Link to="/plans/$planId" params={{ planId }}>
      <bdi>{newest.name}</bdi>
    </Link>
  );
  if (newest.version === 1)
    return (
      <Page above={above} title={t('title')}>
        <EmptyState text={t('onlyOne')} />
      </Page>
    );
  const numbers = Array.from({ length: newest.version }, (_, index) => String(newest.version - index));
  const options = numbers.map((value) => ({ value, text: t('version', { version: value }) }));
  const choose = (search: { a?: string; b?: string }) =>
    void navigate({ search: { a: String(older), b: String(newer), ...search }, replace: true });
  const isDraft = newer === newest.version && newest.status === 'DRAFT';
  return (
    <Page
      above={above}
      title={t('title')}
      actions={
        <>
          {!isDraft && (
            <Link
              to="/migrations/new"
              search={{
                source: planId,
                version: String(older),
                target: planId,
                targetVersion: String(newer),
              }}
              className={buttonClasses('primary')}
            >
              {t('migrate')}
            </Link>
          )}
          <SnippetButton
            code={snippet(listPricePlanRateCards, { price_plan_id: planId, version: String(newer) })}
          />
        </>
      }
    >
      <div className="grid max-w-xl grid-cols-2 gap-3">
        <SelectField
          label={t('a')}
          value={String(older)}
          onChange={({ target }) => choose({ a: target.value })}
          options={options}
        />
        <SelectField
          label={t('b')}
          value={String(newer)}
          onChange={({ target }) => choose({ b: target.value })}
          options={options}
        />
      </div>
      <Section title={t('impact')}>
        <BlastRadius {...{ planId, older, newer, simulation }} name={newest.name} />
      </Section>
      <Section title={t('cards')}>
        <Cards {...{ planId, older, newer }} currency={newest.supportedCurrencies[0] ?? ''} />
      </Section>
    </Page>
  );
}

interface CardsProps {
  planId: string;
  older: number;
  newer: number;
  currency: string;
}

function Cards({ planId, older, newer, currency }: CardsProps) {
  const t = useMessages('planCompare');
  const input = (version: number) => ({ price_plan_id: planId, version: String(version) });
  const { data: a } = useSuspenseQuery(all(listPricePlanRateCards, input(older)));
  const { data: b } = useSuspenseQuery(all(listPricePlanRateCards, input(newer)));
  const cards = differenceOf(a.rows, b.rows);
  const changed = cards.filter(({ state }) => state !== 'same');
  const same = cards.length - changed.length;
  return (
    <>
      {changed.length === 0 && <p className="text-muted">{t('noDifference')}</p>}
      {changed.map((card) => (
        <CardComparison
          key={`${card.state} ${(card.a ?? card.b)?.name}`}
          {...{ card, older, newer, currency }}
        />
      ))}
      {same > 0 && <p className="text-muted">{t.count('same', same)}</p>}
    </>
  );
}
