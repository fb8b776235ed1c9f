import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { context, DiagLogLevel, diag, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanProcessor,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from '../http/server.ts';
import { seldom } from '../seldom.ts';
import type { TraceSettings } from '../settings/traces.ts';
import { switchTraces } from './spans.ts';

interface Process {
  version: string;
  logger: Pick<Logger, 'warn'>;
}

/** A stop waits so long for a collector to take what is left. */
const LAST_MS = 2_000;
const REPEATED_AFTER_MS = 10 * 60_000;

/** Sends the traces of this process to a collector until the returned function is called. */
export function startTraces(settings: TraceSettings, { version, logger }: Process): () => Promise<void> {
  const { url, headers, serviceName, attributes } = settings;
  warnSometimes(logger, url);
  const provider = recordWith(new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url, headers }) }), {
    sampler: samplerOf(settings),
    resource: resourceFromAttributes({
      ...{ 'service.name': serviceName, 'service.version': version },
      ...{ 'service.instance.id': `${hostname()}-${process.pid}`, ...attributes },
    }),
  });
  return async () => {
    await Promise.race([
      provider.shutdown().catch(() => undefined),
      sleep(LAST_MS, undefined, { ref: false }),
    ]);
    stopRecording();
  };
}

/** Also for tests, which keep spans in memory. */
export function recordWith(
  processor: SpanProcessor,
  options: { sampler?: Sampler; resource?: ReturnType<typeof resourceFromAttributes> } = {},
): TracerProvider {
  const provider = new TracerProvider({ ...options, spanProcessors: [processor] });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  switchTraces(true);
  return provider;
}

export function stopRecording(): void {
  switchTraces(false);
  for (const each of [trace, context, propagation, diag]) each.disable();
}

function samplerOf({ sampler, ratio }: TraceSettings): Sampler {
  const roots: Record<string, Sampler> = {
    always_on: new AlwaysOnSampler(),
    always_off: new AlwaysOffSampler(),
    traceidratio: new TraceIdRatioBasedSampler(ratio),
  };
  const root = roots[sampler.replace('parentbased_', '')] ?? new AlwaysOffSampler();
  return sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

/** A collector that is away has one line, and another one every ten minutes, not one for each batch. */
function warnSometimes(logger: Pick<Logger, 'warn'>, url: string): void {
  const said = seldom(REPEATED_AFTER_MS);
  const warn = (message: string) => {
    if (said.isDue(url))
      logger.warn({ url, detail: message.slice(0, 500) }, 'traces cannot be sent; those of now are lost');
  };
  const ignore = () => undefined;
  diag.setLogger(
    { error: warn, warn, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}
