import { useMessages } from '../messages/catalogs.ts';
import { place } from './environment.ts';
import { GuestPage } from './guest-page.tsx';
import { ProviderButtons } from './provider-buttons.tsx';
import { SignInForm } from './sign-in-form.tsx';

export function SignIn() {
  const t = useMessages('session');
  // The address that an organization gives its members.
  const organizationId = new URLSearchParams(location.search).get('organization');
  return (
    <GuestPage title={t('signIn')} hasSignIn={false}>
      {organizationId !== null && <ProviderButtons search={{ organizationId }} />}
      <SignInForm onDone={() => location.reload()} hasProviders={organizationId === null} />
      <a href={`${place.root}/console/forgot`} className="text-accent hover:underline">
        {t('forgot')}
      </a>
    </GuestPage>
  );
}
