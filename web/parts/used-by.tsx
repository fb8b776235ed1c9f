import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listCatalogUses } from '../api/generated/price-plans.ts';
import type { CatalogUses } from '../api/generated/types.ts';
import type { InputOf } from '../api/operation.ts';
import { one } from '../api/queries.ts';
import { useMessages } from '../messages/catalogs.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { ProblemNotice } from './problem-notice.tsx';
import { RecordLink } from './record-link.tsx';

/** The meters, features and rate cards that use a thing of the catalogue, and its accounts. */
export function UsedBy(input: InputOf<typeof listCatalogUses>) {
  const t = useMessages('usedBy');
  const { data, error } = useQuery(one(listCatalogUses, input));
  if (error) return <ProblemNotice error={error} />;
  if (!data) return <Skeleton lines={2} />;
  const { usageMeters, features, pricePlans, schedules, isCut } = data;
  const isUnused = [usageMeters, features, pricePlans].every(({ length }) => length === 0);
  if (isUnused && schedules === 0) return <p className="text-muted">{t('nothing')}</p>;
  return (
    <div className="flex flex-col gap-2">
      <ul className="flex flex-col gap-1">
        {usageMeters.map(({ id, name }) => (
          <li key={id}>
            <span className="text-muted">{t('meter')}</span>{' '}
            <RecordLink area="meters" id={id}>
              {name}
            </RecordLink>
          </li>
        ))}
        {features.map(({ id, name }) => (
          <li key={id}>
            <span className="text-muted">{t('feature')}</span>{' '}
            <RecordLink area="features" id={id}>
              {name}
            </RecordLink>
          </li>
        ))}
        {pricePlans.map((use) => (
          <PlanUse key={`${use.pricePlanId} ${use.version} ${use.rateCardName}`} use={use} />
        ))}
      </ul>
      <p className="text-muted">
        {t.count('schedules', schedules)} {isCut && t('cut')}
      </p>
    </div>
  );
}

function PlanUse({ use }: { use: CatalogUses['pricePlans'][number] }) {
  const t = useMessages('usedBy');
  const { pricePlanId, name, version, status, rateCardName } = use;
  return (
    <li>
      <span className="text-muted">{t('plan')}</span>{' '}
      <Link
        to={'/plans/$planId' as '/'}
        params={{ planId: pricePlanId } as never}
        search={{ version: String(version) } as never}
        className="text-accent hover:underline"
      >
        <bdi className="break-words">{name}</bdi>
      </Link>{' '}
      <span className="text-muted">
        {t(`version.${status}`, { version: String(version) })} · <bdi>{rateCardName}</bdi>
      </span>
    </li>
  );
}
