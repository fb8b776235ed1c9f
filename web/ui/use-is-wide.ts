import { useSyncExternalStore } from 'react';

/** As `sm:` of the styles. */
const wide = globalThis.matchMedia?.('(min-width: 40rem)');

function subscribe(onChange: () => void): () => void {
  wide?.addEventListener('change', onChange);
  return () => wide?.removeEventListener('change', onChange);
}

/** Whether there is room for a table. A component that differs only in styles uses `sm:` instead. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => wide?.matches ?? true,
    () => true,
  );
}
