import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  getIdentityProvider,
  listRoles,
  setIdentityProvider,
} from '../../../api/generated/users-and-sessions.ts';
import { one } from '../../../api/queries.ts';
import { snippet } from '../../../api/snippet.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { useSession } from '../../../session/session.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Page } from '../../../ui/page.tsx';
import { AtProvider } from './at-provider.tsx';
import { ProviderFacts } from './provider-facts.tsx';
import { ProviderFieldsForm } from './provider-fields-form.tsx';
import { RemoveProvider } from './remove-provider.tsx';

/** The OpenID provider with which the members of the organization sign in. */
export function IdentityProvider() {
  const t = useMessages('identityProvider');
  const { role } = useSession();
  const { data: settings } = useSuspenseQuery(one(getIdentityProvider, {}));
  const { data: roles } = useSuspenseQuery(one(listRoles, {}));
  const write = useWrite(setIdentityProvider);
  const [saves, setSaves] = useState(0);
  const begin = () => setSaves((before) => before + 1);
  const removed = () => {
    write.reset();
    begin();
  };
  const { provider } = settings;
  const isAdministrator = role === 'ADMINISTRATOR';
  return (
    <Page
      title={t('title')}
      actions={
        <>
          {provider && isAdministrator && <RemoveProvider onRemoved={removed} />}
          <SnippetButton code={snippet(getIdentityProvider, {})} />
        </>
      }
    >
      <p className="max-w-[72ch] text-muted">{t('intro')}</p>
      {write.isSuccess && <Notice kind="good" title={t('saved')} />}
      <AtProvider settings={settings} />
      {isAdministrator ? (
        <ProviderFieldsForm
          // A form begins anew with what it has stored, and keeps what is typed when others store something.
          key={saves}
          known={{ settings, roles: roles.data }}
          isPending={write.isPending}
          error={write.error}
          onSave={(body) => write.mutate({ body }, { onSuccess: begin })}
        />
      ) : (
        <ProviderFacts provider={provider} />
      )}
    </Page>
  );
}
