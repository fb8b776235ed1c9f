import { useQuery } from '@tanstack/react-query';
import { createOidcLogin, listLoginProviders } from '../api/generated/users-and-sessions.ts';
import { one } from '../api/queries.ts';
import { useMessages } from '../messages/catalogs.ts';
import { Button } from '../ui/button.tsx';
import { LogIn } from '../ui/icons.ts';
import { GuestProblem } from './guest-problem.tsx';
import { leaveTo } from './leave-to.ts';
import { pageToReturnTo } from './oidc-response.ts';
import { useCall } from './use-call.ts';

/** The person who signs in, or the organization to which somebody does. */
export type ProviderSearch = { email: string } | { organizationId: string };

/** A button for each identity provider with which somebody may sign in; nothing where there is none. */
export function ProviderButtons({ search }: { search: ProviderSearch }) {
  const t = useMessages('session');
  // What cannot be found out offers nothing: the password still works.
  const { data } = useQuery({ ...one(listLoginProviders, { body: search }), retry: false });
  const { call, error, isPending } = useCall(createOidcLogin, ({ url }) => leaveTo(url));
  const begin = (organizationId: string) =>
    call({ body: { ...search, organizationId, returnTo: pageToReturnTo(location) } });
  return (
    <div className="flex flex-col gap-3" aria-live="polite">
      <GuestProblem error={error} />
      {data?.data.map(({ organizationId, name }) => (
        <Button
          key={organizationId}
          icon={LogIn}
          disabled={isPending}
          onClick={() => begin(organizationId)}
          className="h-auto min-h-8 py-1 whitespace-normal"
        >
          <bdi className="min-w-0 break-words">{t('continueWith', { provider: name })}</bdi>
        </Button>
      ))}
    </div>
  );
}
