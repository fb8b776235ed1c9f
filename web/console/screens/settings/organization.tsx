import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getSetupChecklist } from '../../../api/generated/invoices.ts';
import { getOrganization, updateOrganization } from '../../../api/generated/organization.ts';
import { one } from '../../../api/queries.ts';
import { snippet } from '../../../api/snippet.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ReadOnlyNote } from '../../../parts/read-only-note.tsx';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { isAllowed, useSession } from '../../../session/session.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Page, Section } from '../../../ui/page.tsx';
import { CurrencyList } from './currency-list.tsx';
import { OrganizationFieldsForm } from './organization-fields-form.tsx';
import { Setup } from './setup.tsx';

/** The seller: what invoices show of it, where its days begin, and what it still lacks. */
export function Organization() {
  const t = useMessages('organization');
  const session = useSession();
  const { data: organization } = useSuspenseQuery(one(getOrganization, {}));
  const { data: checklist } = useSuspenseQuery(one(getSetupChecklist, {}));
  const write = useWrite(updateOrganization);
  const [saves, setSaves] = useState(0);
  return (
    <Page title={t('title')} actions={<SnippetButton code={snippet(getOrganization, {})} />}>
      {write.isSuccess && <Notice kind="good" title={t('saved')} />}
      <ReadOnlyNote operation={updateOrganization} />
      <Setup checklist={checklist} />
      <Section title={t('currencies')}>
        <CurrencyList organization={organization} />
      </Section>
      <Section title={t('details')}>
        <OrganizationFieldsForm
          // A form begins anew with what it has stored, and keeps what is typed when others store something.
          key={saves}
          organization={organization}
          isReadOnly={!isAllowed(session, updateOrganization)}
          isPending={write.isPending}
          error={write.error}
          onSave={(body) => write.mutate({ body }, { onSuccess: () => setSaves((before) => before + 1) })}
        />
      </Section>
    </Page>
  );
}
