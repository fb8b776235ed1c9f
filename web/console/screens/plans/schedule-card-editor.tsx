import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { listScheduleRateCards } from '../../../api/generated/schedules.ts';
import { all } from '../../../api/queries.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Page } from '../../../ui/page.tsx';
import { CARD_TYPES, newCard } from './card-fields.ts';
import { CardForm, pageOf } from './card-form-page.tsx';
import { CardTypes } from './card-types.tsx';
import { fieldsOf } from './stored-card.ts';
import { useSchedule } from './use-schedule.ts';

const route = getRouteApi('/accounts/$accountId/schedules/$scheduleId/card');

/** A rate card that an account has in place of its plan's, or a new one of a type. */
export function ScheduleCardEditor() {
  const t = useMessages('schedule');
  const cardForm = useMessages('cardForm');
  const target = route.useParams();
  const { name, type: wanted, focus } = route.useSearch();
  const input = { schedule_id: target.scheduleId, mode: 'DRAFT' };
  const { data: cards } = useSuspenseQuery(all(listScheduleRateCards, input));
  const schedule = useSchedule(target, 'DRAFT');
  const card = cards.rows.find((each) => each.name === name);
  const type = card?.type ?? CARD_TYPES.find((each) => each === wanted);
  const plan = schedule?.pricePlanInfo.name ?? '';
  const above = (
    <Link {...pageOf(target)}>
      <bdi>{t('pricesTitle', { plan })}</bdi>
    </Link>
  );
  if (!schedule || (name && !card))
    return (
      <Page above={above} title={<bdi>{name ?? cardForm('newCard')}</bdi>}>
        <EmptyState text={schedule ? cardForm('cardGone') : t('gone')} />
      </Page>
    );
  const currencies = schedule.accountScheduleInfo.supportedCurrencies;
  const terms = { id: schedule.pricePlanId, currencies };
  return (
    <Page above={above} title={card ? <bdi>{card.displayName || card.name}</bdi> : cardForm('newCard')}>
      {type ? (
        <CardForm
          key={`${schedule.id} ${type} ${name}`}
          target={target}
          currencies={currencies}
          type={type}
          initial={card ? fieldsOf(card, terms) : newCard(type, terms)}
          name={card?.name}
          focus={focus}
        />
      ) : (
        <CardTypes target={target} planType="BILLING" />
      )}
    </Page>
  );
}
