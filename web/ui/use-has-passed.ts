import { useEffect, useState } from 'react';

/** Whether a moment of this machine's clock, in ms since 1970, has passed; false for none. */
export function useHasPassed(at: number | null): boolean {
  const [passed, setPassed] = useState<number | null>(null);
  // The outside system is the timer.
  useEffect(() => {
    if (at === null) return;
    const timer = setTimeout(() => setPassed(at), Math.max(0, at - Date.now()));
    return () => clearTimeout(timer);
  }, [at]);
  return at !== null && passed === at;
}
