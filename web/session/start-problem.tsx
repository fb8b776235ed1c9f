import { useMessages } from '../messages/catalogs.ts';
import { Button } from '../ui/button.tsx';
import { GuestPage } from './guest-page.tsx';
import { GuestProblem } from './guest-problem.tsx';

/** Nobody knows who is signed in: the service does not answer, or not yet. */
export function StartProblem({ error }: { error: unknown }) {
  const t = useMessages('session');
  return (
    <GuestPage title={t('startFailed')} text={t('startFailedText')} hasSignIn={false}>
      <GuestProblem error={error} />
      <Button kind="primary" onClick={() => location.reload()}>
        {t('tryAgain')}
      </Button>
    </GuestPage>
  );
}
