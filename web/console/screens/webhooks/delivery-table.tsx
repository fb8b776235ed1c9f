import { useState } from 'react';
import type { WebhookDelivery } from '../../../api/generated/types.ts';
import { listWebhookDeliveries, resendWebhookDelivery } from '../../../api/generated/webhooks.ts';
import { formatCount } from '../../../format/money.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { BulkButton } from '../../../parts/bulk-button.tsx';
import { List } from '../../../parts/list-page.tsx';
import { type Column, identifier, moment, status, text } from '../../../ui/data-table/columns.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ChoiceFilter } from '../../../ui/filters.tsx';
import { deliveryStatus, lastResult } from './webhook-view.ts';

const columns: readonly Column<WebhookDelivery>[] = [
  text('eventType', ({ eventType }) => eventType, { place: 'title' }),
  status('status', ({ status: state }) => deliveryStatus.look(state)),
  text('attempts', ({ attempts }) => formatCount(attempts.length)),
  text('result', lastResult),
  moment('nextAttemptAt', ({ nextAttemptAt }) => nextAttemptAt, { place: 'none' }),
  moment('createdAt', ({ createdAt }) => createdAt),
  identifier('event', ({ eventId }) => eventId),
];

/** Deliveries, the latest first; selected ones can be sent again. */
export function DeliveryTable({ webhookId }: { webhookId: string }) {
  const t = useMessages('webhooks');
  const [state, setState] = useState('');
  return (
    <List
      name={t('deliveries')}
      operation={listWebhookDeliveries}
      input={{ webhook_id: webhookId, ...(state && { status: state }) }}
      columns={columns}
      idOf={({ eventId }) => eventId}
      say={t}
      bulk={(rows, done) => (
        <BulkButton
          label={t('resend')}
          operation={resendWebhookDelivery}
          inputOf={({ eventId }) => ({ webhook_id: webhookId, webhook_event_id: eventId })}
          rows={rows}
          onDone={done}
        />
      )}
      filters={
        <ChoiceFilter
          label={t('status')}
          value={state}
          onChange={setState}
          options={deliveryStatus.options(t)}
        />
      }
      empty={<EmptyState text={t('noDeliveries')} />}
    />
  );
}
