/**
 * Disables the limits of authenticated calls: tests and benchmarks call faster than any integration, and few
 * of them test the limits.
 */
export const NO_RATE_LIMITS = {
  RATE_LIMIT_INGEST: 'off',
  RATE_LIMIT_INGEST_BATCH: 'off',
  RATE_LIMIT_OTHER: 'off',
  RATE_LIMIT_PORTAL: 'off',
} as const;
