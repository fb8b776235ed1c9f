import type { Webhook, WebhookDelivery } from '../../../api/generated/types.ts';
import { looksOf } from '../../../ui/look.ts';

export const webhookStatus = looksOf<Webhook['status']>({
  ACTIVE: { tone: 'good' },
  DISABLED: { tone: 'bad' },
});

export const deliveryStatus = looksOf<WebhookDelivery['status'], 'delivery'>(
  {
    PENDING: { tone: 'info', shape: 'outline' },
    RETRYING: { tone: 'warn' },
    DELIVERED: { tone: 'good' },
    FAILED: { tone: 'bad' },
  },
  'delivery',
);

/** The HTTP status or the error of the last attempt. */
export function lastResult({ attempts }: Pick<WebhookDelivery, 'attempts'>): string {
  const last = attempts.at(-1);
  return last ? String(last.status ?? last.error ?? '') : '';
}
