import { useMessages } from '../messages/catalogs.ts';
import { place } from './environment.ts';
import { GuestPage } from './guest-page.tsx';
import { SignInForm } from './sign-in-form.tsx';

export function SignIn() {
  const t = useMessages('session');
  return (
    <GuestPage title={t('signIn')} hasSignIn={false}>
      <SignInForm onDone={() => location.reload()} />
      <a href={`${place.root}/console/forgot`} className="text-accent hover:underline">
        {t('forgot')}
      </a>
    </GuestPage>
  );
}
