import { type PreparedLoad, prepareLoad } from './load.ts';
import type { Command, GeneratorEvent } from './protocol.ts';

// The load generator as a process of its own, so that its work is seen apart from that of the service.
let prepared: PreparedLoad | null = null;

process.on('message', (command: Command) => {
  response(command).then(send, (error: unknown) => send({ kind: 'failed', why: String(error) }));
});
process.on('disconnect', () => process.exit(0));

async function response(command: Command): Promise<GeneratorEvent> {
  if (command.kind === 'prepare') {
    prepared = await prepareLoad(command.plan);
    return { kind: 'prepared' };
  }
  if (!prepared) throw new Error('nothing is prepared');
  const report = await prepared.run();
  prepared = null;
  return { kind: 'done', report };
}

function send(message: GeneratorEvent): void {
  process.send?.(message);
}
