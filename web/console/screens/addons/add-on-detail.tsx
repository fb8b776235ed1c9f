import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { archiveAddOn, getAddOn } from '../../../api/generated/add-ons.ts';
import { listCatalogUses } from '../../../api/generated/price-plans.ts';
import { one } from '../../../api/queries.ts';
import { snippet } from '../../../api/snippet.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { UsedBy } from '../../../parts/used-by.tsx';
import { WaitingNotices } from '../../../parts/waiting/waiting-notice.tsx';
import { Identifier } from '../../../ui/identifier.tsx';
import { Instant } from '../../../ui/instant.tsx';
import { Facts, Page, Section } from '../../../ui/page.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { addOnStatus } from './add-on-form.ts';
import { EditAddOn } from './edit-add-on.tsx';

const route = getRouteApi('/addons/$addOnId');

/** An add-on, and the rate cards that price it. */
export function AddOnDetail() {
  const t = useMessages('addons');
  const uses = useMessages('usedBy');
  const { addOnId } = route.useParams();
  const input = { addon_id: addOnId };
  const { data: addOn } = useSuspenseQuery(one(getAddOn, input));
  const archive = useWrite(archiveAddOn);
  return (
    <Page
      above={<Link to="/addons">{t('title')}</Link>}
      title={<bdi>{addOn.name}</bdi>}
      beside={
        <>
          <StatusBadge look={addOnStatus.look(addOn.status)} say={t} />
          <Identifier value={addOn.id} isShort />
        </>
      }
      actions={
        <>
          {addOn.status === 'ACTIVE' && (
            <Allowed operation={archiveAddOn}>
              <EditAddOn key={`${addOn.name} ${addOn.billableName}`} addOn={addOn} />
              <ConfirmButton
                kind="danger"
                label={t('archive')}
                title={t('archiveTitle', { name: addOn.name })}
                isPending={archive.isPending}
                error={archive.error}
                onConfirm={(close) => archive.mutate(input, { onSuccess: close })}
              >
                <p>{t('archiveFinal')}</p>
                <UsedBy type="ADD_ON" id={addOnId} />
              </ConfirmButton>
            </Allowed>
          )}
          <SnippetButton code={snippet(getAddOn, input)} />
        </>
      }
    >
      <WaitingNotices recordId={addOnId} />
      <Facts
        facts={[
          { label: t('type'), value: t(`type.${addOn.type}`) },
          { label: t('billableName'), value: <bdi>{addOn.displayName}</bdi> },
          { label: t('createdAt'), value: <Instant at={addOn.createdAt} /> },
        ]}
      />
      <Allowed operation={listCatalogUses}>
        <Section title={uses('title')}>
          <UsedBy type="ADD_ON" id={addOnId} />
        </Section>
      </Allowed>
    </Page>
  );
}
