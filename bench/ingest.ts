import { readOptions } from './ingest/options.ts';
import { benchAudit } from './ingest/part-audit.ts';
import { benchBatches, warmUp } from './ingest/part-batches.ts';
import { benchLoad } from './ingest/part-load.ts';
import { benchQuery } from './ingest/part-query.ts';
import { benchSingle } from './ingest/part-single.ts';
import { benchSize, fill } from './ingest/part-size.ts';
import { printProfiles } from './ingest/profile.ts';
import { type Line, printTable } from './ingest/report.ts';
import { openStage, type Stage } from './ingest/stage.ts';

/**
 * Ingestion through HTTP, everything included: parse, validate, dedup, account and alias, enrichment, two
 * meters, status, hourly and cycle rollups, answer after commit. Each figure is the median of interleaved
 * runs, beside its floor on the same PostgreSQL in the same run; events are counted as rows in the table.
 * `INGEST_PARTS`, `BENCH_ROUNDS`, `BENCH_SECONDS`, `BENCH_EVENTS`, `BENCH_CONNECTIONS` and `BENCH_PROFILE=1`
 * choose what is measured and how long; `BENCH_INTERRUPTING=1` has the generator take processors from others.
 */
export async function benchIngest(): Promise<void> {
  const options = readOptions();
  const started = performance.now();
  const stage = await openStage(options);
  const lines: Line[] = [];
  try {
    for (const part of [benchThroughput, benchLargeTable]) lines.push(...(await part(stage)));
  } finally {
    await stage.stop();
  }
  const minutes = ((performance.now() - started) / 60_000).toFixed(1);
  const runs = `medians (of ratios too) of ${options.rounds} interleaved runs of ${options.seconds} s`;
  const generator = `the generator is ${stage.generator.scheduling}`;
  printTable(`ingest: events/s as rows in the table; ${runs}; ${generator}; ${minutes} min`, lines);
  if (options.isProfiled) await printProfiles();
}

async function benchThroughput(stage: Stage): Promise<Line[]> {
  const { parts } = stage.options;
  if (!parts.has('batches') && !parts.has('single') && !parts.has('load')) return [];
  const site = await stage.openSite('main');
  if (!parts.has('batches')) await warmUp(stage, site);
  const lines = [
    ...(parts.has('batches') ? await benchBatches(stage, site) : []),
    ...(parts.has('single') ? await benchSingle(stage, site) : []),
    ...(parts.has('load') ? await benchLoad(stage, site) : []),
  ];
  await stage.closeSite(site);
  return lines;
}

/** On a database of its own, so that its size is that of events which came in batches. */
async function benchLargeTable(stage: Stage): Promise<Line[]> {
  const { parts } = stage.options;
  if (!parts.has('size') && !parts.has('query') && !parts.has('audit')) return [];
  const site = await stage.openSite('large');
  const filled = await fill(stage, site);
  const lines = [
    ...(parts.has('size') ? await benchSize(stage, site, filled) : []),
    ...(parts.has('query') ? await benchQuery(stage, site, filled.rows) : []),
    ...(parts.has('audit') ? await benchAudit(stage, site) : []),
  ];
  await stage.closeSite(site);
  return lines;
}
