import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { MeterCosts as Costs, UsageMeter } from '../../../api/generated/types.ts';
import { getMeterCosts, getUsageMeter, replaceMeterCosts } from '../../../api/generated/usage-meters.ts';
import { one } from '../../../api/queries.ts';
import { snippet } from '../../../api/snippet.ts';
import { useWrite } from '../../../api/writes.ts';
import { dayIn, formatDay, now } from '../../../format/time.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { SaveBar } from '../../../parts/save-bar.tsx';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { UnsavedGuard } from '../../../parts/unsaved-guard.tsx';
import { isAllowed, useSession } from '../../../session/session.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Page } from '../../../ui/page.tsx';
import { UnitPrice } from '../../../ui/unit-price.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { costForm } from './cost-form.ts';
import { CostRows } from './cost-rows.tsx';
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
  const { data } = useSuspenseQuery(one(getMeterCosts, { usage_meter_id: meterId }));
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
        <CostsForm meter={meter} stored={data.costs} />
      ) : (
        <StoredCosts costs={data.costs} />
      )}
    </Page>
  );
}

function CostsForm({ meter, stored }: { meter: UsageMeter; stored: Costs['costs'] }) {
  const t = useMessages('unitCosts');
  const { organization } = useSession();
  const [isSaved, setSaved] = useState(false);
  const [begun, setBegun] = useState(stored);
  const write = useWrite(replaceMeterCosts);
  const form = useForm(costForm(begun, t), (costs) =>
    write.mutate(
      { usage_meter_id: meter.id, body: { costs } },
      {
        onSuccess: (saved) => {
          setBegun(saved.costs);
          setSaved(true);
          form.set(costForm(saved.costs, t).initial);
        },
      },
    ),
  );
  return (
    <form onSubmit={form.submit} className="flex max-w-4xl flex-col gap-5">
      <UnsavedGuard isChanged={form.changes > 0} />
      <CostRows
        rows={form.rows('costs')}
        unit={meter.unit}
        currency={organization.baseCurrency}
        today={dayIn(now(), organization.timezone)}
      />
      <p className="max-w-[72ch] text-muted">{t('pastHelp')}</p>
      {isSaved && form.changes === 0 && <Notice kind="good" title={t('saved')} />}
      <SaveBar changes={form.changes} isPending={write.isPending} error={write.error} onReset={form.reset} />
    </form>
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
