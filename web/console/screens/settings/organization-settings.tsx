import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getOrganizationSettings, updateOrganizationSettings } from '../../../api/generated/settings.ts';
import { one } from '../../../api/queries.ts';
import { snippet } from '../../../api/snippet.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ReadOnlyNote } from '../../../parts/read-only-note.tsx';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { isAllowed, useSession } from '../../../session/session.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Page } from '../../../ui/page.tsx';
import { nameSetting } from './organization-settings-form.ts';
import { SettingList } from './setting-list.tsx';
import { settingTexts } from './setting-texts.ts';

/** Every setting of the organization: its meaning, its default, and what applies. */
export function OrganizationSettings() {
  const t = useMessages('organizationSettings');
  const session = useSession();
  const { data } = useSuspenseQuery(one(getOrganizationSettings, {}));
  const write = useWrite(updateOrganizationSettings);
  const [saves, setSaves] = useState(0);
  const sent = write.variables?.body.settings ?? [];
  return (
    <Page title={t('title')} actions={<SnippetButton code={snippet(getOrganizationSettings, {})} />}>
      <p className="max-w-[72ch] text-muted">{t('intro')}</p>
      <ReadOnlyNote operation={updateOrganizationSettings} />
      {write.isSuccess && <Notice kind="good" title={t('saved')} />}
      <SettingList
        // A form begins anew with what it has stored, and keeps what is typed when others store something.
        key={saves}
        settings={data.data}
        isReadOnly={!isAllowed(session, updateOrganizationSettings)}
        isPending={write.isPending}
        error={nameSetting(write.error, { sent, nameOf: settingTexts(t).nameOf, t })}
        onSave={(settings) =>
          write.mutate({ body: { settings } }, { onSuccess: () => setSaves((before) => before + 1) })
        }
      />
    </Page>
  );
}
