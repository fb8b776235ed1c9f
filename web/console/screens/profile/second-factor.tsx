import { useMessages } from '../../../messages/catalogs.ts';
import { useSession } from '../../../session/session.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { NewCodes, RemoveFactor } from './factor-actions.tsx';
import { SetUpFactor } from './set-up-factor.tsx';

/** The authenticator app of the user, whose codes each sign-in with the password asks for. */
export function SecondFactor() {
  const t = useMessages('profile');
  const { user } = useSession();
  if (!user.hasSecondFactor) return <EmptyState text={t('noFactor')} action={<SetUpFactor />} />;
  return (
    <div className="flex flex-col gap-3">
      <p className="text-muted">{t('factorOn')}</p>
      <NewCodes />
      <span>
        <RemoveFactor />
      </span>
    </div>
  );
}
