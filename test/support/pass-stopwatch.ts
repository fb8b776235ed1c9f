const now = performance.now.bind(performance);
let aheadMs = 0;

/**
 * Advances this process's stopwatch instead of waiting, so that its time-limited caches expire. Timers, dates
 * and other processes are not affected.
 */
export function passStopwatch(ms: number): void {
  aheadMs += ms;
  performance.now = () => now() + aheadMs;
}
