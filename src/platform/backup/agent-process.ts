// The process that makes backups beside the service, with less of the processor. The service starts it, and
// it ends with the service.
import { setPriority } from 'node:os';
import { createLogger } from '../log.ts';
import { type Agent, type AgentOptions, startAgent } from './agent.ts';

/** What the service says to it. */
export type ToAgent =
  | { kind: 'start'; options: Omit<AgentOptions, 'logger'>; logLevel: string }
  | { kind: 'stop'; withinMs: number };
/** What it says to the service. */
export type FromAgent = { kind: 'started' } | { kind: 'failed'; why: string };

const LOW_PRIORITY = 10;
let agent: Agent | null = null;

process.umask(0o077);
setPriority(LOW_PRIORITY);
// The service says when to stop: a signal to the whole group must not cut the last segment off.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit(1));
process.on('message', (message: ToAgent) => {
  if (message.kind === 'start') void start(message);
  else void stop(message.withinMs);
});

async function start({ options, logLevel }: Extract<ToAgent, { kind: 'start' }>): Promise<void> {
  const logger = createLogger(logLevel);
  try {
    agent = await startAgent({ ...options, logger });
    say({ kind: 'started' });
  } catch (error) {
    say({ kind: 'failed', why: error instanceof Error ? error.message : String(error) });
  }
}

async function stop(withinMs: number): Promise<void> {
  await agent?.stop(withinMs).catch((error) => console.error(String(error)));
  process.exit(0);
}

function say(message: FromAgent): void {
  process.send?.(message);
}
