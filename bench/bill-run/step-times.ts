import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWithSteps } from '../../test/faults/steps.ts';
import { benchServer } from '../processes.ts';
import { connectOwner, prepareDrafts, runBillRun } from './phases.ts';

/** Entries of a bill run follow each other, so the time from one step to the next is that of one piece. */
const PRELUDE = `import { writeFileSync } from 'node:fs';
const sums = {};
let [piece, last] = [[], performance.now()];
globalThis.reachStep = (step) => {
  const now = performance.now();
  piece.push([step, now - last]);
  last = now;
  if (step !== 'a piece of work is committed') return;
  if (piece.some(([step]) => step === 'an entry is locked'))
    for (const [step, ms] of piece) sums[step] = (sums[step] ?? 0) + ms;
  piece = [];
};
process.on('exit', () => writeFileSync(process.env.STEP_TIMES, JSON.stringify(sums)));
`;

/** What the time up to a step goes into. */
const PARTS: Record<string, readonly string[]> = {
  'taking the entry and its draft': [
    ...['a piece of work is taken', 'an entry is locked', 'a draft of a bill run is locked'],
  ],
  'reading, computing and checking': ['a draft of a bill run is computed', 'a draft is computed'],
  'credits and wallet': ['credits are consumed', 'the wallet is locked', 'the wallet is settled'],
  numbering: ['a number is taken'],
  'storing the document': ['printing is planned', 'an invoice is final'],
  'entry, job and events': [
    ...['an entry is noted', 'an entry is counted', 'a piece of work is done', 'events are stored'],
  ],
  commit: ['a piece of work is committed'],
};

/** Milliseconds of each draft for each part of issuing it, in a build that notes when it comes to a step. */
export async function timeSteps(drafts: number): Promise<{ part: string; ms: number }[]> {
  const home = await mkdtemp(join(tmpdir(), 'tallymark-bench-'));
  const server = await benchServer();
  try {
    await buildWithSteps(home, new Map(), PRELUDE);
    const timesFile = join(home, 'times.json');
    const service = await server.startService({ STEP_TIMES: timesFile }, join(home, 'src/main.ts'));
    const owner = await connectOwner(server);
    await prepareDrafts(service, owner, drafts);
    await runBillRun(service, owner, drafts);
    await owner.end();
    await service.stop();
    const sums = JSON.parse(await readFile(timesFile, 'utf8')) as Record<string, number>;
    return Object.entries(PARTS).map(([part, steps]) => ({
      part,
      ms: steps.reduce((sum, step) => sum + (sums[step] ?? 0), 0) / drafts,
    }));
  } finally {
    await server.stop();
    await rm(home, { recursive: true, force: true });
  }
}
