const PARTS = ['batches', 'single', 'load', 'size', 'query', 'audit'] as const;
type Part = (typeof PARTS)[number];

/** How long and how much, from the environment; the defaults take about ten minutes. */
export interface Options {
  parts: ReadonlySet<Part>;
  /** Interleaved runs of everything that is compared. */
  rounds: number;
  /** Of each run. */
  seconds: number;
  /** Rows that the large table is to have. */
  events: number;
  /** Of batches; null finds the best in the warm-up. */
  connections: number | null;
  /**
   * Where the prepared catalog is kept for the next run. Null: it is made over HTTP each time. It is made
   * anew when the migrations, the catalog or the month change, but not when other code does.
   */
  catalogFolder: string | null;
  /** The generator takes the processor from whom it measures, as any process does that an answer wakes. */
  isInterrupting: boolean;
  /** A folder for CPU profiles of the services is made, and the functions that cost most are printed. */
  isProfiled: boolean;
}

export function readOptions(env: NodeJS.ProcessEnv = process.env): Options {
  const requested = (env.INGEST_PARTS ?? PARTS.join(',')).split(',').map((part) => part.trim());
  const parts = PARTS.filter((part) => requested.includes(part));
  if (parts.length !== requested.length) throw new Error(`INGEST_PARTS is a list of ${PARTS.join(', ')}`);
  const read = (name: string, fallback: number) => {
    const value = Number(env[name] ?? fallback);
    if (!(value > 0)) throw new Error(`${name} must be a number above 0`);
    return value;
  };
  return {
    parts: new Set(parts),
    rounds: read('BENCH_ROUNDS', 5),
    seconds: read('BENCH_SECONDS', 3),
    events: read('BENCH_EVENTS', 5_000_000),
    connections: env.BENCH_CONNECTIONS ? read('BENCH_CONNECTIONS', 8) : null,
    catalogFolder: env.BENCH_CATALOG || null,
    isInterrupting: env.BENCH_INTERRUPTING === '1',
    isProfiled: env.BENCH_PROFILE === '1',
  };
}
