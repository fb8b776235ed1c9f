import { Link, useNavigate } from '@tanstack/react-router';
import { createSellerEntity } from '../../../api/generated/seller-entities.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Page } from '../../../ui/page.tsx';
import { SellerFieldsForm } from './seller-fields-form.tsx';

export function NewSeller() {
  const t = useMessages('sellers');
  const navigate = useNavigate();
  const write = useWrite(createSellerEntity);
  return (
    <Page above={<Link to="/settings/sellers">{t('title')}</Link>} title={t('new')}>
      <SellerFieldsForm
        isPending={write.isPending}
        error={write.error}
        onSave={(body) =>
          write.mutate(
            { body },
            { onSuccess: () => void navigate({ to: '/settings/sellers', ignoreBlocker: true }) },
          )
        }
      />
    </Page>
  );
}
