/**
 * Processor time, in milliseconds, of the longest turn of the event loop during `work`. It is the time of
 * this thread rather than wall time, so other programs and other threads of this process do not count.
 */
export async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  let isOver = false;
  let longest = 0;
  let last = process.threadCpuUsage();
  const look = () => {
    const { user, system } = process.threadCpuUsage(last);
    last = process.threadCpuUsage();
    longest = Math.max(longest, (user + system) / 1000);
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  try {
    await work();
  } finally {
    // Includes the turn in which the work ended.
    await new Promise((resolve) => setImmediate(resolve));
    isOver = true;
  }
  return longest;
}
