import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { getAccount } from '../../../api/generated/accounts-and-aliases.ts';
import { editScheduleRateCards, listScheduleRateCards } from '../../../api/generated/schedules.ts';
import { all, one } from '../../../api/queries.ts';
import { snippet } from '../../../api/snippet.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { buttonClasses } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Page, Section } from '../../../ui/page.tsx';
import { editorOf } from './card-types.tsx';
import { ScheduleCard } from './schedule-card.tsx';
import { useSchedule } from './use-schedule.ts';

const route = getRouteApi('/accounts/$accountId/schedules/$scheduleId');

/** The prices of an account in one of its schedules; those of a draft can be edited. */
export function SchedulePrices() {
  const t = useMessages('schedule');
  const plans = useMessages('plans');
  const target = route.useParams();
  const mode = route.useSearch().mode === 'DRAFT' ? 'DRAFT' : 'ACTIVE';
  const { data: account } = useSuspenseQuery(one(getAccount, { account_id: target.accountId }));
  const input = { schedule_id: target.scheduleId, mode };
  const { data: cards } = useSuspenseQuery(all(listScheduleRateCards, input));
  const schedule = useSchedule(target, mode);
  const { accountId } = target;
  const isDraft = mode === 'DRAFT';
  return (
    <Page
      above={
        <Link to="/accounts/$accountId" params={{ accountId }} search={{ tab: 'schedule' }}>
          <bdi>{account.name}</bdi>
        </Link>
      }
      title={<bdi>{t('pricesTitle', { plan: schedule?.pricePlanInfo.name ?? '' })}</bdi>}
      beside={
        <>
          {isDraft && <Badge shape="dashed">{t('draftPrices')}</Badge>}
          {schedule?.isOverridden && <Badge tone="special">{t('overridden')}</Badge>}
        </>
      }
      actions={
        <>
          {isDraft && (
            <Allowed operation={editScheduleRateCards}>
              <Link {...editorOf(target, {})} className={buttonClasses()}>
                {plans('addCard')}
              </Link>
              <Link
                to="/accounts/$accountId"
                params={{ accountId }}
                search={{ tab: 'schedule' }}
                className={buttonClasses('primary')}
              >
                {t('backToSchedule')}
              </Link>
            </Allowed>
          )}
          <SnippetButton code={snippet(listScheduleRateCards, input)} />
        </>
      }
    >
      <p className="max-w-[72ch] text-muted">{isDraft ? t('pricesDraft') : t('pricesLive')}</p>
      <Section title={plans('cards')}>
        {cards.rows.length === 0 && <EmptyState text={t('noCards')} />}
        {cards.rows.map((card) => (
          <ScheduleCard
            key={card.name}
            target={target}
            card={card}
            currency={account.invoiceCurrency}
            isEditable={isDraft}
          />
        ))}
      </Section>
    </Page>
  );
}
