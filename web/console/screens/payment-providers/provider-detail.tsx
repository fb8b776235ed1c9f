import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link, notFound } from '@tanstack/react-router';
import { useState } from 'react';
import { listPaymentProviders, updatePaymentProvider } from '../../../api/generated/payment-providers.ts';
import { listPaymentRequests } from '../../../api/generated/payment-requests.ts';
import { one } from '../../../api/queries.ts';
import { snippet } from '../../../api/snippet.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { isAllowed, useSession } from '../../../session/session.tsx';
import { Identifier } from '../../../ui/identifier.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Page, Section } from '../../../ui/page.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { ProviderActions } from './provider-actions.tsx';
import { ProviderFields } from './provider-fields.tsx';
import { type Provider, providerUse, useOf } from './provider-view.ts';
import { RequestTable } from './request-table.tsx';

const route = getRouteApi('/settings/payment-providers/$providerId');

/** A provider: its terms, its secret, and what was requested from it. */
export function ProviderDetail() {
  const { providerId } = route.useParams();
  const { data: providers } = useSuspenseQuery(one(listPaymentProviders, {}));
  const provider = providers.data.find(({ id }) => id === providerId);
  if (!provider) throw notFound();
  // What was typed for one provider is never saved to another.
  return <Detail key={provider.id} provider={provider} />;
}

function Detail({ provider }: { provider: Provider }) {
  const t = useMessages('paymentProviders');
  const session = useSession();
  const write = useWrite(updatePaymentProvider);
  const [saves, setSaves] = useState(0);
  const use = useOf(provider);
  return (
    <Page
      above={<Link to="/settings/payment-providers">{t('title')}</Link>}
      title={<bdi>{provider.name ?? provider.id}</bdi>}
      beside={
        <>
          <StatusBadge look={providerUse.look(use)} say={t} />
          <Identifier value={provider.id} isShort />
        </>
      }
      actions={
        <>
          <ProviderActions provider={provider} />
          <SnippetButton code={snippet(listPaymentProviders, {})} />
        </>
      }
    >
      {use === 'UNUSED' && (
        <Notice kind="info" title={t('unusedTitle')}>
          {t('unusedText')}
        </Notice>
      )}
      {saves > 0 && <Notice kind="good" title={t('saved')} />}
      <ProviderFields
        // A form begins anew with what it has stored, and keeps what is typed while the secret is rotated.
        key={saves}
        stored={provider}
        isReadOnly={!isAllowed(session, updatePaymentProvider)}
        isPending={write.isPending}
        error={write.error}
        onSave={(body) =>
          write.mutate(
            { payment_provider_id: provider.id, body },
            { onSuccess: () => setSaves((before) => before + 1) },
          )
        }
      />
      <Allowed operation={listPaymentRequests}>
        <Section title={t('requests')}>
          <RequestTable input={{ payment_provider_id: provider.id }} />
        </Section>
      </Allowed>
    </Page>
  );
}
