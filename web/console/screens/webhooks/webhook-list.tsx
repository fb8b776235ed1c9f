import { getRouteApi } from '@tanstack/react-router';
import type { Webhook } from '../../../api/generated/types.ts';
import { createWebhook, listWebhooks } from '../../../api/generated/webhooks.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ListPage } from '../../../parts/list-page.tsx';
import { recordPath, useRecordLink } from '../../../parts/use-record-link.ts';
import { type Column, identifier, status, text, time } from '../../../ui/data-table/columns.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ChoiceFilter } from '../../../ui/filters.tsx';
import { NewWebhook } from './new-webhook.tsx';
import { webhookStatus } from './webhook-view.ts';

const columns: readonly Column<Webhook>[] = [
  text('url', ({ url }) => url, { place: 'title' }),
  status('status', ({ status: state }) => webhookStatus.look(state)),
  text('types', ({ types }) => types.join(', ')),
  text('description', ({ description }) => description, { place: 'none' }),
  time('createdAt', ({ createdAt }) => createdAt),
  identifier('id', ({ id }) => id, { isExtra: true }),
];

const route = getRouteApi('/webhooks');

export function WebhookList() {
  const t = useMessages('webhooks');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const link = useRecordLink(pathOf);
  const create = (
    <Allowed operation={createWebhook}>
      <NewWebhook />
    </Allowed>
  );
  return (
    <ListPage
      title={t('title')}
      operation={listWebhooks}
      input={search}
      columns={columns}
      idOf={({ id }) => id}
      link={link}
      say={t}
      actions={create}
      filters={
        <ChoiceFilter
          label={t('status')}
          value={search.status ?? ''}
          onChange={(status) => void navigate({ search: { ...search, status }, replace: true })}
          options={webhookStatus.options(t)}
        />
      }
      empty={<EmptyState text={t('empty')} action={create} />}
    />
  );
}

function pathOf({ id }: Webhook): string {
  return recordPath('webhooks', id);
}
