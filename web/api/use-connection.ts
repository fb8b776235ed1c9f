import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { connection } from './transport.ts';

const PAUSE_MS = 3000;

/** Calls when the service can be reached again. */
export function useConnectionBack(onBack: () => void): void {
  const back = useEffectEvent(onBack);
  // The outside system is the network.
  useEffect(() => connection.subscribe(() => connection.isLost() || back()), []);
}

/** Whether the service cannot be reached. While it cannot, it is asked every few seconds. */
export function useConnection(): { isLost: boolean; tryNow(): void } {
  const isLost = useSyncExternalStore(connection.subscribe, connection.isLost);
  // The outside system is the network.
  useEffect(() => {
    if (!isLost) return;
    const timer = setInterval(ask, PAUSE_MS);
    addEventListener('online', ask);
    return () => {
      clearInterval(timer);
      removeEventListener('online', ask);
    };
  }, [isLost]);
  return { isLost, tryNow: ask };
}

function ask(): void {
  void connection.ask();
}
