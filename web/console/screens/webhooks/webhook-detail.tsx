import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { getWebhook } from '../../../api/generated/webhooks.ts';
import { one } from '../../../api/queries.ts';
import { snippet } from '../../../api/snippet.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { WaitingNotices } from '../../../parts/waiting/waiting-notice.tsx';
import { Identifier } from '../../../ui/identifier.tsx';
import { Instant } from '../../../ui/instant.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Facts, Page, Section } from '../../../ui/page.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { DeliveryTable } from './delivery-table.tsx';
import { WebhookActions } from './webhook-actions.tsx';
import { webhookStatus } from './webhook-view.ts';

const route = getRouteApi('/webhooks/$webhookId');

/** An endpoint: what it receives, and every delivery with its attempts. */
export function WebhookDetail() {
  const t = useMessages('webhooks');
  const { webhookId } = route.useParams();
  const input = { webhook_id: webhookId };
  const { data: webhook } = useSuspenseQuery(one(getWebhook, input));
  return (
    <Page
      above={<Link to="/webhooks">{t('title')}</Link>}
      title={<bdi className="break-all">{webhook.url}</bdi>}
      beside={
        <>
          <StatusBadge look={webhookStatus.look(webhook.status)} say={t} />
          <Identifier value={webhook.id} isShort />
        </>
      }
      actions={
        <>
          <WebhookActions webhook={webhook} />
          <SnippetButton code={snippet(getWebhook, input)} />
        </>
      }
    >
      <WaitingNotices recordId={webhookId} />
      {webhook.disabledReason && <Notice kind="warn" title={t(`disabled.${webhook.disabledReason}`)} />}
      <Facts
        facts={[
          { label: t('types'), value: <bdi>{webhook.types.join(', ')}</bdi> },
          { label: t('format'), value: t(`format.${webhook.format}`) },
          { label: t('description'), value: <bdi>{webhook.description ?? '—'}</bdi> },
          { label: t('createdAt'), value: <Instant at={webhook.createdAt} /> },
        ]}
      />
      <Section title={t('deliveries')}>
        <DeliveryTable webhookId={webhookId} />
      </Section>
    </Page>
  );
}
