import autocannon, { type Result } from 'autocannon';

export interface LoadTarget {
  name: string;
  url: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
}

export interface LoadOptions {
  rounds: number;
  seconds: number;
  connections: number;
  /** Before anything is measured, so that both sides run compiled code. */
  warmUpSeconds: number;
}

/**
 * Loads the targets in turns, so that a noisy machine hurts all of them alike, and prints the medians and
 * each median
 * as a ratio to the first target, the floor.
 */
export async function compareLoads(
  title: string,
  targets: LoadTarget[],
  options: LoadOptions,
): Promise<void> {
  const rates = new Map<string, number[]>(targets.map((target) => [target.name, []]));
  const latencies = new Map<string, number[]>(targets.map((target) => [target.name, []]));
  for (const target of targets) await load(target, { ...options, seconds: options.warmUpSeconds });
  for (let round = 0; round < options.rounds; round++) {
    for (const target of targets) {
      const result = await load(target, options);
      rates.get(target.name)?.push(result.requests.average);
      latencies.get(target.name)?.push(result.latency.p99);
    }
  }
  console.log(`\n${title} (median of ${options.rounds} interleaved runs of ${options.seconds} s)`);
  const floor = median(rates.get(targets[0]?.name ?? '') ?? []);
  for (const { name } of targets) {
    const rate = median(rates.get(name) ?? []);
    const p99 = median(latencies.get(name) ?? []);
    const ratio = (rate / floor).toFixed(2);
    const results = `${rate.toFixed(0).padStart(8)} requests/s  ratio ${ratio}  p99 ${p99} ms`;
    console.log(`  ${name.padEnd(40)} ${results}`);
  }
}

async function load(target: LoadTarget, options: LoadOptions): Promise<Result> {
  const result = await autocannon({
    url: target.url,
    method: target.method ?? 'GET',
    headers: target.headers ?? {},
    ...(target.body !== undefined && { body: target.body }),
    connections: options.connections,
    duration: options.seconds,
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${target.name}: ${result.non2xx} error responses, ${result.errors} errors`);
  return result;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}
