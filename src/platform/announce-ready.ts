import { isLoopback } from './http/addressing.ts';

interface Known {
  host: string;
  publicUrl: string | null;
  metricsToken: string | null;
  /** What it listens on. */
  address: string;
}

/** The line that says how the service is reached. */
export function readyLine({ publicUrl, address }: Known): string {
  const base = publicUrl ?? address;
  const behind = publicUrl === null ? '' : `, listening on ${address}`;
  return `Tallymark ready at ${base} (sandbox ${base}/sandbox, reference ${base}/docs)${behind}`;
}

/** What the operator should know before somebody else does; null for nothing. */
export function warnOfMetrics({ host, metricsToken }: Known): string | null {
  if (metricsToken !== null || isLoopback(host)) return null;
  return (
    'GET /metrics answers every program on this machine, and a proxy on it that adds no header; ' +
    'set METRICS_TOKEN for those that may read it'
  );
}
