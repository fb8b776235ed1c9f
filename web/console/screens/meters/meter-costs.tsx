import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { MeterCosts as Costs } from '../../../api/generated/types.ts';
import { getMeterCosts, getUsageMeter, replaceMeterCosts } from '../../../api/generated/usage-meters.ts';
import { one } from '../../../api/queries.ts';
import { snippet } from '../../../api/snippet.ts';
import { formatDay } from '../../../format/time.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { isAllowed, useSession } from '../../../session/session.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Page } from '../../../ui/page.tsx';
import { UnitPrice } from '../../../ui/unit-price.tsx';
import { CostsForm } from './costs-form.tsx';
import { costsQuery } from './costs-query.ts';
import { hasUnitCosts } from './unit-costs.ts';

const route = getRouteApi('/meters/$meterId/costs');

/** What a unit of a meter costs the organization, from which day on. */
export function MeterCosts() {
  const t = useMessages('unitCosts');
  const meters = useMessages('meters');
  const { meterId } = route.useParams();
  const session = useSession();
  const { data: meter } = useSuspenseQuery(
    one(getUsageMeter, { usage_meter_id: meterId, includeSchema: true }),
  );
  const { data } = useSuspenseQuery(costsQuery(meterId));
  const name = <bdi>{meter.displayName || meter.name}</bdi>;
  return (
    <Page
      above={
        <>
          <Link to="/meters/costs">{t('title')}</Link> ·{' '}
          <Link to="/meters/$meterId" params={{ meterId }}>
            {name}
          </Link>
        </>
      }
      title={t('title')}
      actions={<SnippetButton code={snippet(getMeterCosts, { usage_meter_id: meterId })} />}
    >
      <p className="max-w-[72ch] text-muted">{t('intro')}</p>
      {!hasUnitCosts(meter) ? (
        <Notice
          kind="info"
          title={t('notAdditive', { aggregation: meters(`aggregation.${meter.aggregation}`) })}
        />
      ) : isAllowed(session, replaceMeterCosts) ? (
        <CostsForm meter={meter} stored={data} />
      ) : (
        <StoredCosts costs={data.output.costs} />
      )}
    </Page>
  );
}

function StoredCosts({ costs }: { costs: Costs['costs'] }) {
  const t = useMessages('unitCosts');
  const { baseCurrency } = useSession().organization;
  if (costs.length === 0) return <p>{t('none')}</p>;
  return (
    <>
      <p className="text-muted">{t('readOnly')}</p>
      <ul className="flex max-w-2xl flex-col">
        {costs.map(({ effectiveFrom, unitCost }) => (
          <li key={effectiveFrom} className="flex justify-between gap-4 border-b border-line py-2">
            <span>
              {t('from')} {formatDay(effectiveFrom)}
            </span>
            <UnitPrice price={unitCost} currency={baseCurrency} />
          </li>
        ))}
      </ul>
    </>
  );
}
