import { useEffect, useState } from 'react';

const PAUSE_MS = 300;

/** A value as it was when the writer last paused. Values with equal texts are equal. */
export function usePaused<Value>(value: Value): Value {
  const [paused, setPaused] = useState(value);
  // The outside system is the timer.
  useEffect(() => {
    const timer = setTimeout(
      () => setPaused((before) => (isEqual(before, value) ? before : value)),
      PAUSE_MS,
    );
    return () => clearTimeout(timer);
  }, [value]);
  return paused;
}

function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
