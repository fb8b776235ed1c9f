import { type PreparedLoad, prepareLoad } from './load.ts';
import type { Ask, Tell } from './protocol.ts';

// The load generator as a process of its own, so that its work is seen apart from that of the service.
let prepared: PreparedLoad | null = null;

process.on('message', (ask: Ask) => {
  response(ask).then(tell, (error: unknown) => tell({ kind: 'failed', why: String(error) }));
});
process.on('disconnect', () => process.exit(0));

async function response(ask: Ask): Promise<Tell> {
  if (ask.kind === 'prepare') {
    prepared = await prepareLoad(ask.plan);
    return { kind: 'prepared' };
  }
  if (!prepared) throw new Error('nothing is prepared');
  const report = await prepared.run();
  prepared = null;
  return { kind: 'done', report };
}

function tell(message: Tell): void {
  process.send?.(message);
}
