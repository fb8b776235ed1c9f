import { deleteIdentityProvider } from '../../../api/generated/users-and-sessions.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';

export function RemoveProvider({ onRemoved }: { onRemoved(): void }) {
  const t = useMessages('identityProvider');
  const { mutate, isPending, error } = useWrite(deleteIdentityProvider);
  const remove = (close: () => void) => {
    const done = () => {
      close();
      onRemoved();
    };
    mutate({}, { onSuccess: done });
  };
  return (
    <ConfirmButton
      kind="danger"
      label={t('remove')}
      title={t('removeTitle')}
      isPending={isPending}
      error={error}
      onConfirm={remove}
    >
      <p>{t('removeText')}</p>
    </ConfirmButton>
  );
}
