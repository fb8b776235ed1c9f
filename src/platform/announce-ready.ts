import { homeUrlOf, isLoopback } from './http/addressing.ts';

interface Known {
  host: string;
  publicUrl: string | null;
  metricsToken: string | null;
  /** The address on which it listens. */
  address: string;
}

/** The log line with the URL of the service. */
export function readyLine({ publicUrl, address }: Known): string {
  const base = publicUrl ?? address;
  const behind = publicUrl === null ? '' : `, listening on ${address}`;
  return `Tallymark ready at ${base} (sandbox ${base}/sandbox, reference ${base}/docs)${behind}`;
}

/** A warning about publicly readable metrics; null if there is none. */
export function warnOfMetrics({ host, metricsToken }: Known): string | null {
  if (metricsToken !== null || isLoopback(host)) return null;
  return (
    'GET /metrics needs no credential for programs on this machine, including a proxy that adds no ' +
    'forwarding header; set METRICS_TOKEN to restrict it'
  );
}

interface Setup {
  host: string;
  publicUrl: string | null;
  /** The address on which it listens; its port may have been chosen by the system. */
  address: string;
  setupLink: 'terminal' | 'always' | 'never';
  print(line: string): void;
}

/**
 * Prints the link that creates the first user, while there is none. A log is read and kept by others, so it
 * has the link only if the operator wants that.
 */
export async function announceSetup(
  app: { createSetupToken(): Promise<string | null> },
  { setupLink, print, address, ...listens }: Setup,
): Promise<void> {
  if (setupLink === 'never' || (setupLink === 'terminal' && !process.stdout.isTTY)) return;
  const token = await app.createSetupToken();
  if (token === null) return;
  const home = homeUrlOf({ ...listens, port: Number(new URL(address).port) });
  print(`Set up the console: ${home}/console/setup#token=${token} (once, for 30 minutes)`);
}
