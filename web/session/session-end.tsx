import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { sessionEnded } from '../api/transport.ts';
import { markAllStale } from '../api/writes.ts';
import { useMessages } from '../messages/catalogs.ts';
import { Dialog } from '../ui/dialog.tsx';
import { SignInForm } from './sign-in.tsx';

/** Asks for the password above the screen when the session has ended. What was typed below stays. */
export function SessionEnd() {
  const t = useMessages('session');
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  // The outside system is the transport, which learns it from a response.
  useEffect(() => {
    const show = () => setOpen(true);
    sessionEnded.addEventListener('ended', show);
    return () => sessionEnded.removeEventListener('ended', show);
  }, []);
  const goOn = () => {
    setOpen(false);
    void markAllStale(queries);
  };
  return (
    <Dialog
      title={t('sessionEnded')}
      description={t('sessionEndedText')}
      isOpen={isOpen}
      onOpenChange={setOpen}
    >
      <SignInForm onDone={goOn} />
    </Dialog>
  );
}
