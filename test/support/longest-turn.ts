/**
 * The processor time, in milliseconds, of the longest turn of the event loop while `work` is done. Processor
 * time of this thread, and not the time on the wall: what else the machine does is not counted, nor is what
 * other threads of this process do.
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
    // The turn in which the work ended counts, too.
    await new Promise((resolve) => setImmediate(resolve));
    isOver = true;
  }
  return longest;
}
