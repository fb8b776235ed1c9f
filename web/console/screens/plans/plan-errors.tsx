import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listPricePlanErrors } from '../../../api/generated/price-plans.ts';
import type { ValidatedEntityError } from '../../../api/generated/types.ts';
import { one } from '../../../api/queries.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Notice } from '../../../ui/notice.tsx';
import { readProblems } from './card-problems.ts';

/** What prevents a draft from becoming active, each with the way to its field. */
export function PlanErrors({ planId }: { planId: string }) {
  const t = useMessages('plans');
  const { data } = useQuery(one(listPricePlanErrors, { price_plan_id: planId }));
  if (!data) return null;
  if (data.data.length === 0) return <Notice kind="good" title={t('noErrors')} />;
  return (
    <Notice kind="warn" title={t.count('errors', data.data.length)}>
      <ul className="flex flex-col gap-1">
        {data.data.map((error) => (
          <li key={`${error.entityType} ${error.entityId} ${error.errorMessage}`}>
            <ErrorLink planId={planId} error={error} /> {error.errorMessage}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function ErrorLink({ planId, error }: { planId: string; error: ValidatedEntityError }) {
  const t = useMessages('plans');
  const look = 'font-medium text-accent hover:underline';
  const { entityId, entityType, errorMessage } = error;
  if (entityType === 'RATE_CARD')
    return (
      <Link
        to="/plans/$planId/card"
        params={{ planId }}
        search={{ name: entityId, focus: fieldOf(errorMessage) }}
        className={look}
      >
        <bdi>{entityId}</bdi>
      </Link>
    );
  if (entityType === 'PRICING_RULE')
    return (
      <Link to="/rules/$planId" params={{ planId }} className={look}>
        <bdi>{entityId}</bdi>
      </Link>
    );
  return (
    <Link to="/plans/$planId/terms" params={{ planId }} className={look}>
      {t('terms')}
    </Link>
  );
}

/** Most messages name a member; those about a currency or a billable say so in words. */
function fieldOf(message: string): string {
  const [found] = readProblems(message);
  if (found?.field) return found.field;
  if (/no price in/.test(message)) return 'tiers.0.to';
  return 'billableId';
}
