import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { sessionEnded } from '../api/transport.ts';
import { markAllStale } from '../api/writes.ts';

const SignInAgain = lazy(async () => ({ default: (await import('./sign-in-again.tsx')).SignInAgain }));

/** Asks for the password above the screen when the session has ended. What was typed below stays. */
export function SessionEnd() {
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
  return <Suspense>{isOpen && <SignInAgain onOpenChange={setOpen} onDone={goOn} />}</Suspense>;
}
