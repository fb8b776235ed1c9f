import { useMessages } from '../messages/catalogs.ts';
import { Dialog } from '../ui/dialog.tsx';
import { SignInForm } from './sign-in-form.tsx';

interface SignInAgainProps {
  onOpenChange(isOpen: boolean): void;
  onDone(): void;
}

export function SignInAgain({ onOpenChange, onDone }: SignInAgainProps) {
  const t = useMessages('session');
  return (
    <Dialog title={t('sessionEnded')} description={t('sessionEndedText')} isOpen onOpenChange={onOpenChange}>
      <SignInForm onDone={onDone} />
    </Dialog>
  );
}
