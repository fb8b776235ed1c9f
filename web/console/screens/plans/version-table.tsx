import { listPricePlanVersions } from '../../../api/generated/price-plans.ts';
import type { PricePlanV2 } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { List } from '../../../parts/list-page.tsx';
import { recordPath, useRecordLink } from '../../../parts/use-record-link.ts';
import { type Column, status, text, time } from '../../../ui/data-table/columns.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { planStatus } from './plan-view.ts';

const columns: readonly Column<PricePlanV2>[] = [
  text('version', ({ version }) => String(version), { place: 'title' }),
  status('status', ({ status: state }) => planStatus.look(state)),
  time('createdAt', ({ createdAt }) => createdAt),
  time('updatedAt', ({ updatedAt }) => updatedAt),
];

export function VersionTable({ planId }: { planId: string }) {
  const t = useMessages('plans');
  const link = useRecordLink(pathOf);
  return (
    <List
      name={t('versions')}
      operation={listPricePlanVersions}
      input={{ price_plan_id: planId }}
      columns={columns}
      idOf={({ version }) => String(version)}
      link={link}
      say={t}
      empty={<EmptyState text={t('noVersions')} />}
    />
  );
}

function pathOf({ id, version }: PricePlanV2): string {
  return `${recordPath('plans', id)}?version=${version}`;
}
