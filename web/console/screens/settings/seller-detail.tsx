import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import {
  deleteSellerEntity,
  getSellerEntity,
  updateSellerEntity,
} from '../../../api/generated/seller-entities.ts';
import { one } from '../../../api/queries.ts';
import { snippet } from '../../../api/snippet.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { isAllowed, useSession } from '../../../session/session.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Page } from '../../../ui/page.tsx';
import { SellerFieldsForm } from './seller-fields-form.tsx';

const route = getRouteApi('/settings/sellers/$sellerId');

export function SellerDetail() {
  const t = useMessages('sellers');
  const { sellerId: seller_entity_id } = route.useParams();
  const session = useSession();
  const navigate = useNavigate();
  const { data: seller } = useSuspenseQuery(one(getSellerEntity, { seller_entity_id }));
  const write = useWrite(updateSellerEntity);
  const toList = () => void navigate({ to: '/settings/sellers', ignoreBlocker: true });
  return (
    <Page
      above={<Link to="/settings/sellers">{t('title')}</Link>}
      title={<bdi>{seller.name}</bdi>}
      beside={seller.isDefault && <Badge tone="info">{t('default')}</Badge>}
      actions={
        <>
          <Allowed operation={deleteSellerEntity}>
            <DeleteSeller seller={seller} onDeleted={toList} />
          </Allowed>
          <SnippetButton code={snippet(getSellerEntity, { seller_entity_id })} />
        </>
      }
    >
      <SellerFieldsForm
        seller={seller}
        isReadOnly={!isAllowed(session, updateSellerEntity)}
        isPending={write.isPending}
        error={write.error}
        onSave={(body) => write.mutate({ seller_entity_id, body }, { onSuccess: toList })}
      />
    </Page>
  );
}

interface DeleteSellerProps {
  seller: { id: string; name: string };
  onDeleted(): void;
}

function DeleteSeller({ seller: { id, name }, onDeleted }: DeleteSellerProps) {
  const t = useMessages('sellers');
  const { mutate, isPending, error } = useWrite(deleteSellerEntity);
  return (
    <ConfirmButton
      kind="danger"
      label={t('remove')}
      title={t('removeTitle', { name })}
      isPending={isPending}
      error={error}
      onConfirm={() => mutate({ seller_entity_id: id }, { onSuccess: onDeleted })}
    >
      <p>{t('removeText')}</p>
    </ConfirmButton>
  );
}
