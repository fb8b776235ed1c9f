/** Of the known work, in milliseconds, on an idle processor. */
const IDLE_MS = 24;
/** More than this is no noise of a machine that others use, too. */
const MAX_SLOWDOWN = 2;
const SAMPLES = 2;
/** The system counts processor time by the tick, of up to 4 ms. */
const REPEATS = 30;

/**
 * Processor time, in milliseconds, of the longest turn of the event loop during `work`. It is the time of
 * this thread rather than wall time, so other programs and other threads of this process do not count. They
 * make this thread slower, because they share caches and execution units with it, so the time is divided by
 * how much longer than on an idle processor known work takes right before or after.
 */
export async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  const before = knownWorkMs();
  const longest = await measuredTurnMs(work);
  const slowdown = Math.max(before, knownWorkMs()) / IDLE_MS;
  return longest / Math.min(MAX_SLOWDOWN, Math.max(1, slowdown));
}

async function measuredTurnMs(work: () => Promise<unknown>): Promise<number> {
  let isOver = false;
  let longest = 0;
  let last = process.threadCpuUsage();
  const look = () => {
    longest = Math.max(longest, millisecondsSince(last));
    last = process.threadCpuUsage();
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

/** The better of two: the first compiles the code, and one may hold a collection of garbage. */
export function knownWorkMs(): number {
  const times = Array.from({ length: SAMPLES }, () => {
    const start = process.threadCpuUsage();
    for (let count = 0; count < REPEATS; count++) doKnownWork();
    return millisecondsSince(start);
  });
  return Math.min(...times);
}

/** As a turn of the service: objects are made, written and parsed. */
function doKnownWork(): number {
  const rows = Array.from({ length: 3000 }, (_, n) => ({
    id: `row.${n}`,
    rate: `0.0${n}`,
    tags: [n, n + 1],
  }));
  return (JSON.parse(JSON.stringify(rows)) as { id: string }[]).reduce((sum, { id }) => sum + id.length, 0);
}

function millisecondsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}
