import { Link, useNavigate } from '@tanstack/react-router';
import { discardPricePlan, updatePricePlanV2 } from '../../../api/generated/price-plans.ts';
import type { PricePlanV2 } from '../../../api/generated/types.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { FinalizeButton } from '../../../parts/finalize-button.tsx';
import { buttonClasses } from '../../../ui/button.tsx';

/** What can be done with the newest version of a plan: an active one begins the next draft with an edit. */
export function PlanActions({ plan }: { plan: PricePlanV2 }) {
  const t = useMessages('plans');
  const navigate = useNavigate();
  const discard = useWrite(discardPricePlan);
  const isFirst = plan.version === 1;
  return (
    <Allowed operation={updatePricePlanV2}>
      <Link to="/plans/$planId/terms" params={{ planId: plan.id }} className={buttonClasses()}>
        {t('editTerms')}
      </Link>
      <Link to="/plans/$planId/card" params={{ planId: plan.id }} className={buttonClasses()}>
        {t('addCard')}
      </Link>
      {plan.status === 'DRAFT' && (
        <>
          <ConfirmButton
            kind="danger"
            label={t('discard')}
            title={t('discardTitle', { name: plan.name, version: plan.version })}
            isPending={discard.isPending}
            error={discard.error}
            onConfirm={(close) =>
              discard.mutate(
                { price_plan_id: plan.id },
                {
                  onSuccess: () => {
                    close();
                    void (isFirst
                      ? navigate({ to: '/plans' })
                      : navigate({ to: '/plans/$planId', params: { planId: plan.id } }));
                  },
                },
              )
            }
          >
            <p>{isFirst ? t('discardPlanText') : t('discardText', { version: plan.version - 1 })}</p>
          </ConfirmButton>
          <FinalizeButton plan={plan} />
        </>
      )}
    </Allowed>
  );
}
