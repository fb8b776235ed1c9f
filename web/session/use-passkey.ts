import { useEffect, useEffectEvent, useState } from 'react';
import { createPasskeyLogin, logInWithPasskey } from '../api/generated/users-and-sessions.ts';
import { ApiProblem } from '../api/problem.ts';
import { send } from '../api/transport.ts';
import { type Translate, useMessages } from '../messages/catalogs.ts';
import { canFillPasskeys, failureOf, signWithPasskey, stopPasskeys } from './passkey.ts';
import type { SessionKey } from './person-form.ts';

/** Signs in with a passkey: by a button, or one that the user chooses in the field of the e-mail. */
export function usePasskey(onDone: () => void) {
  const t = useMessages('session');
  const [error, setError] = useState<unknown>(null);
  const [isPending, setPending] = useState(false);
  const [round, setRound] = useState(0);
  const settle = useEffectEvent((outcome: Outcome) => {
    if (outcome === 'none') return;
    if (outcome === 'done') return onDone();
    setError(wordsOf(outcome, t));
    setRound((before) => before + 1);
  });
  // The outside system is the browser, which offers passkeys for as long as the page is open. Each round is
  // an offer: a passkey that the service rejects, and a use of the button, end one.
  useEffect(() => {
    const waiting = { round, isOver: false };
    void offer(waiting).then((outcome) => {
      if (!waiting.isOver) settle(outcome);
    });
    return () => {
      waiting.isOver = true;
      void stopPasskeys();
    };
  }, [round]);
  const signIn = async () => {
    setPending(true);
    setError(null);
    try {
      await signInOnce({ isFilled: false });
      onDone();
    } catch (problem) {
      setError(wordsOf(problem, t));
      setRound((before) => before + 1);
    } finally {
      setPending(false);
    }
  };
  return { signIn: () => void signIn(), error, isPending };
}

/** What became of an offer: a session, a problem of the service, or nothing that concerns the user. */
type Outcome = 'done' | 'none' | ApiProblem;

async function offer(waiting: { isOver: boolean }): Promise<Outcome> {
  try {
    if (!(await canFillPasskeys()) || waiting.isOver) return 'none';
    await signInOnce({ isFilled: true, waiting });
    return 'done';
  } catch (problem) {
    return problem instanceof ApiProblem && isAboutPasskey(problem) ? problem : 'none';
  }
}

function isAboutPasskey({ code }: ApiProblem): boolean {
  return code === 'PASSKEY_CHALLENGE_OVER' || code === 'PASSKEY_REJECTED' || code === 'TOO_MANY_TRIES';
}

async function signInOnce({
  isFilled,
  waiting,
}: {
  isFilled: boolean;
  waiting?: { isOver: boolean };
}): Promise<void> {
  const { options } = await send(createPasskeyLogin, {});
  // The page has closed since.
  if (waiting?.isOver) throw new DOMException('', 'AbortError');
  const body = await signWithPasskey(options, { isFilled });
  await send(logInWithPasskey, { body });
}

function wordsOf(problem: unknown, t: Translate<SessionKey>): unknown {
  if (problem instanceof ApiProblem)
    return problem.code === 'PASSKEY_CHALLENGE_OVER' ? new Error(t('passkeyLate')) : problem;
  switch (failureOf(problem)) {
    case 'cancelled':
      return new Error(t('passkeyCancelled'));
    case 'elsewhere':
      return new Error(t('passkeyElsewhere'));
    default:
      return new Error(t('passkeyFailed'));
  }
}
