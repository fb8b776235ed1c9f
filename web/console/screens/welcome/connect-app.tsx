import { useState } from 'react';
import { createApiKey } from '../../../api/generated/api-keys.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { place } from '../../../session/environment.ts';
import { Button } from '../../../ui/button.tsx';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { eventSnippet, LANGUAGES, type SnippetLanguage } from './welcome-view.ts';

/** How an application sends its first event, with a key that is made for it. */
export function ConnectApp() {
  const t = useMessages('welcome');
  const [language, setLanguage] = useState<SnippetLanguage>('curl');
  const write = useWrite(createApiKey);
  const key = write.data?.secret ?? null;
  const url = `${location.origin}${place.api}`;
  const name = t('keyName');
  return (
    <div className="flex flex-col gap-3">
      <h3 className="font-semibold">{t('firstEvent')}</h3>
      <p className="max-w-[72ch] text-muted">{key ? t('keyText') : t('firstEventText')}</p>
      {write.error && <ProblemNotice error={write.error} />}
      <Tabs
        label={t('firstEvent')}
        open={language}
        onOpen={(id) => setLanguage(id as SnippetLanguage)}
        tabs={LANGUAGES.map((id) => ({
          ...{ id, title: id },
          content: <CodeBlock label={t('firstEvent')} code={eventSnippet(id, { url, key })} />,
        }))}
      />
      {!key && (
        <Allowed operation={createApiKey}>
          <div>
            <Button
              disabled={write.isPending}
              onClick={() => write.mutate({ body: { name, scopes: ['events:write'] } })}
            >
              {t('createKey')}
            </Button>
          </div>
        </Allowed>
      )}
    </div>
  );
}
