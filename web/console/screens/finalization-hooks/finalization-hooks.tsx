import { useSuspenseQuery } from '@tanstack/react-query';
import { listFinalizationHooks } from '../../../api/generated/finalization-hooks.ts';
import { listInvoices } from '../../../api/generated/invoices.ts';
import type { FinalizationHook } from '../../../api/generated/types.ts';
import { one } from '../../../api/queries.ts';
import { snippet } from '../../../api/snippet.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Instant } from '../../../ui/instant.tsx';
import { Facts, Page, Section } from '../../../ui/page.tsx';
import { HookActions } from './hook-actions.tsx';
import { WaitingDrafts } from './waiting-drafts.tsx';

/** The programs that are asked before an invoice is issued, in the order of the calls. */
export function FinalizationHooks() {
  const t = useMessages('finalizationHooks');
  const { data: hooks } = useSuspenseQuery(one(listFinalizationHooks, {}));
  return (
    <Page title={t('title')} actions={<SnippetButton code={snippet(listFinalizationHooks, {})} />}>
      <p className="max-w-[72ch] text-muted">{t('intro')}</p>
      {hooks.data.map((hook) => (
        <Hook key={hook.kind} hook={hook} />
      ))}
      <Section title={t('waiting')}>
        <p className="max-w-[72ch]">{t('waitingText')}</p>
        <Allowed operation={listInvoices}>
          <WaitingDrafts />
        </Allowed>
      </Section>
    </Page>
  );
}

function Hook({ hook }: { hook: FinalizationHook }) {
  const t = useMessages('finalizationHooks');
  const { kind, url, createdAt, updatedAt } = hook;
  return (
    <Section
      title={
        <span className="flex flex-wrap items-center gap-3">
          {t(`kind.${kind}`)}
          <Badge tone={url ? 'good' : 'neutral'}>{t(url ? 'isOn' : 'isOff')}</Badge>
        </span>
      }
      actions={<HookActions hook={hook} />}
    >
      <p className="max-w-[72ch] text-muted">{t(`kindHelp.${kind}`)}</p>
      {url && (
        <Facts
          facts={[
            { label: t('url'), value: <bdi className="break-all">{url}</bdi> },
            { label: t('createdAt'), value: <Instant at={createdAt} /> },
            { label: t('updatedAt'), value: <Instant at={updatedAt} /> },
          ]}
        />
      )}
    </Section>
  );
}
