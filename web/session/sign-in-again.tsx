import { useMessages } from '../messages/catalogs.ts';
import { buttonClasses } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { place } from './environment.ts';
import { useSession } from './session.tsx';
import { useSignInElsewhere } from './sign-in-elsewhere.ts';
import { SignInForm } from './sign-in-form.tsx';

interface SignInAgainProps {
  onOpenChange(isOpen: boolean): void;
  onDone(): void;
}

export function SignInAgain({ onOpenChange, onDone }: SignInAgainProps) {
  const t = useMessages('session');
  const { session, organization } = useSession();
  useSignInElsewhere(onDone);
  return (
    <Dialog title={t('sessionEnded')} description={t('sessionEndedText')} isOpen onOpenChange={onOpenChange}>
      {session.authenticatedBy === 'IDENTITY_PROVIDER' ? (
        <AtProvider organizationId={organization.id} />
      ) : (
        <SignInForm onDone={onDone} />
      )}
    </Dialog>
  );
}

/** The identity provider has pages of its own: in another tab, what was typed in this one stays. */
function AtProvider({ organizationId }: { organizationId: string }) {
  const t = useMessages('session');
  return (
    <div className="flex flex-col gap-4">
      <p>{t('providerElsewhereText')}</p>
      <a
        href={`${place.console}/?organization=${encodeURIComponent(organizationId)}`}
        target="_blank"
        rel="noopener"
        className={buttonClasses('primary')}
      >
        {t('providerElsewhere')}
      </a>
    </div>
  );
}
