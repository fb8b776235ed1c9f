import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { getPricePlanV2, listPricePlanRateCards } from '../../../api/generated/price-plans.ts';
import { all, one } from '../../../api/queries.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Page } from '../../../ui/page.tsx';
import { CARD_TYPES, newCard } from './card-fields.ts';
import { CardForm } from './card-form-page.tsx';
import { CardTypes } from './card-types.tsx';
import { fieldsOf } from './stored-card.ts';

const route = getRouteApi('/plans/$planId/card');

/** A rate card of the draft of a plan, or a new one of a type. */
export function CardEditor() {
  const t = useMessages('cardForm');
  const plans = useMessages('plans');
  const { planId } = route.useParams();
  const { name, type: wanted, focus } = route.useSearch();
  const input = { price_plan_id: planId };
  const { data: plan } = useSuspenseQuery(one(getPricePlanV2, input));
  const { data: cards } = useSuspenseQuery(all(listPricePlanRateCards, input));
  const client = useQueryClient();
  const [generation, setGeneration] = useState(0);
  const readAnew = async () => {
    await Promise.all([
      client.fetchQuery({ ...one(getPricePlanV2, input), staleTime: 0 }),
      client.fetchQuery({ ...all(listPricePlanRateCards, input), staleTime: 0 }),
    ]);
    setGeneration(generation + 1);
  };
  const card = cards.rows.find((each) => each.name === name);
  const type = card?.type ?? CARD_TYPES.find((each) => each === wanted);
  const terms = { id: plan.id, currencies: plan.supportedCurrencies };
  const above = (
    <Link to="/plans/$planId" params={{ planId }}>
      <bdi>{plan.name}</bdi>
    </Link>
  );
  if (name && !card)
    return (
      <Page above={above} title={<bdi>{name}</bdi>}>
        <EmptyState text={t('cardGone')} />
      </Page>
    );
  return (
    <Page
      above={above}
      title={card ? <bdi>{card.displayName || card.name}</bdi> : t('newCard')}
      beside={type && <span className="text-muted">{plans(`card.${type}`)}</span>}
    >
      {type ? (
        <CardForm
          key={`${type} ${name} ${generation}`}
          target={{ planId }}
          currencies={plan.supportedCurrencies}
          updatedAt={plan.updatedAt}
          type={type}
          initial={card ? fieldsOf(card, terms) : newCard(type, terms)}
          name={card?.name}
          focus={focus}
          onTheirs={() => void readAnew()}
        />
      ) : (
        <CardTypes target={{ planId }} planType={plan.type} />
      )}
    </Page>
  );
}
