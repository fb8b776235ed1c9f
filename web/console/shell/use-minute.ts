import { useEffect, useState } from 'react';
import { now } from '../../format/time.ts';
import { minuteOf } from './tail-view.ts';

const STEP_MS = 60_000;

/** The minute of the organization's clock. The outside system is the clock. */
export function useMinute(): string {
  const [minute, setMinute] = useState(() => minuteOf(now()));
  useEffect(() => {
    const timer = setInterval(() => setMinute(minuteOf(now())), STEP_MS);
    return () => clearInterval(timer);
  }, []);
  return minute;
}
