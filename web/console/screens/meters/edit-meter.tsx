import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { getUsageMeter } from '../../../api/generated/usage-meters.ts';
import { one } from '../../../api/queries.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { catalogStatus } from '../../../parts/catalog-look.ts';
import { Page } from '../../../ui/page.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { MeterEditor } from './meter-editor.tsx';

const route = getRouteApi('/meters/$meterId/edit');

/** A meter as a form, beside what it does with the newest events. */
export function EditMeter() {
  const t = useMessages('meters');
  const { meterId } = route.useParams();
  const input = { usage_meter_id: meterId, includeSchema: true };
  const { data: meter } = useSuspenseQuery(one(getUsageMeter, input));
  return (
    <Page
      above={
        <Link to="/meters/$meterId" params={{ meterId }}>
          <bdi>{meter.displayName || meter.name}</bdi>
        </Link>
      }
      title={t('editTitle')}
      beside={<StatusBadge look={catalogStatus.look(meter.status)} say={t} />}
    >
      <MeterEditor meter={meter} />
    </Page>
  );
}
