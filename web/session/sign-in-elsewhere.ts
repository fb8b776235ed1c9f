import { useEffect, useEffectEvent } from 'react';

const CHANNEL = 'tallymark.signed-in';

/** Tells the other tabs that this one has a session now: their cookie is the same. */
export function announceSignIn(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('signed in');
  channel.close();
}

export function useSignInElsewhere(onDone: () => void): void {
  const settle = useEffectEvent(onDone);
  // The outside system is another tab of the browser.
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = () => settle();
    return () => channel.close();
  }, []);
}
