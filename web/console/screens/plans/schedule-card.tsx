import { Link } from '@tanstack/react-router';
import { editScheduleRateCards } from '../../../api/generated/schedules.ts';
import type { RateCard } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { buttonClasses } from '../../../ui/button.tsx';
import { CardPrices } from './card-prices.tsx';
import { editorOf } from './card-types.tsx';
import { useCardWrite } from './use-card-write.ts';

interface ScheduleCardProps {
  target: { accountId: string; scheduleId: string };
  card: RateCard;
  currency: string;
  /** Of a draft: the first edit gives the schedule cards of its own. */
  isEditable: boolean;
}

export function ScheduleCard({ target, card, currency, isEditable }: ScheduleCardProps) {
  const t = useMessages('schedule');
  const plans = useMessages('plans');
  const write = useCardWrite(target);
  const name = card.displayName || card.name;
  const remove = { actionType: 'DELETE' as const, rateCardName: card.name };
  return (
    <CardPrices
      card={card}
      currency={currency}
      actions={
        isEditable && (
          <Allowed operation={editScheduleRateCards}>
            <Link
              {...editorOf(target, { name: card.name })}
              aria-label={plans('editCard', { name })}
              className={buttonClasses('quiet')}
            >
              {plans('edit')}
            </Link>
            <ConfirmButton
              kind="quiet"
              label={plans('delete')}
              title={t('deleteTitle', { name })}
              isPending={write.isPending}
              error={write.error}
              onConfirm={(close) => write.edit([remove], { onSuccess: close })}
            >
              <p>{t('deleteText')}</p>
            </ConfirmButton>
          </Allowed>
        )
      }
    />
  );
}
