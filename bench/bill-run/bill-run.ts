import { median } from '../load.ts';
import { benchServer } from '../processes.ts';
import { type Floor, measureFloor } from './floor.ts';
import { type BillRun, type Cost, connectOwner, prepareDrafts, runBillRun } from './phases.ts';
import { timeSteps } from './step-times.ts';

const SIZES = (process.env.BILL_RUN_DRAFTS ?? '100,1000,10000').split(',').map(Number);
const ROUNDS = Number(process.env.BILL_RUN_ROUNDS ?? 3);
/** A run of so many takes minutes, and is its own median. */
const ONCE = 5_000;
const SPLIT = Math.min(Number(process.env.BILL_RUN_SPLIT ?? 1000), ...SIZES.slice(-1));

interface Round extends BillRun {
  floor: Floor;
}

/**
 * A bill run of many drafts, each with five lines (three of usage in tiers, two fees), from the request to
 * the last paper; sizes in turns. The floor is measured with what was just issued: the bare computation, the
 * bare drawing and one bare transaction for each. Targets: a draft costs as much among 10,000 as among 100,
 * and 10,000 take less than 120 seconds on a machine of their own. Beside wall time stands processor time,
 * which other work on the machine changes less.
 */
export async function benchBillRun(): Promise<void> {
  console.log('\nbill run: issuing and printing');
  const rounds = new Map<number, Round[]>(SIZES.map((size) => [size, []]));
  for (let round = 0; round < ROUNDS; round++)
    for (const size of SIZES) {
      if (round > 0 && size >= ONCE) continue;
      const measured = await measure(size);
      rounds.get(size)?.push(measured);
      console.log(`  ${size} drafts: ${textOf(wholeOf(measured))} ms each`);
    }
  console.log('\nbill run: milliseconds for each draft, wall / service / PostgreSQL');
  for (const [size, each] of rounds) printSize(size, each);
  printGrowth(rounds);
  console.log(`\nbill run of ${SPLIT}: milliseconds of wall time for each draft while it is issued`);
  for (const { part, ms } of await timeSteps(SPLIT)) console.log(`  ${part.padEnd(34)} ${ms.toFixed(2)}`);
}

async function measure(drafts: number): Promise<Round> {
  const server = await benchServer();
  try {
    const service = await server.startService();
    const owner = await connectOwner(server);
    await prepareDrafts(service, owner, drafts);
    const run = await runBillRun(service, owner, drafts);
    const floor = await measureFloor(owner);
    await owner.end();
    return { ...run, floor };
  } finally {
    await server.stop();
  }
}

function printSize(size: number, rounds: readonly Round[]): void {
  const line = (name: string, costOf: (round: Round) => Cost) =>
    console.log(`  ${String(size).padStart(6)}  ${name.padEnd(28)} ${textOf(medianCost(rounds, costOf))}`);
  line('issued', ({ issue }) => issue);
  line('printed', ({ print }) => print);
  line('floor: computed', ({ floor }) => floor.compute);
  line('floor: drawn', ({ floor }) => floor.draw);
  line('floor: one transaction', ({ floor }) => floor.write);
  const [wall, cpu] = [wallOf, cpuOf].map((of) =>
    median(rounds.map((round) => of(wholeOf(round)) / of(floorOf(round)))),
  );
  const ratios = `wall ${wall?.toFixed(2)}, processors ${cpu?.toFixed(2)}`;
  console.log(`  ${String(size).padStart(6)}  ratio to the floor: ${ratios}`);
}

function printGrowth(rounds: ReadonlyMap<number, readonly Round[]>): void {
  const [first, last] = [SIZES[0], SIZES.at(-1)];
  if (first === undefined || last === undefined || first === last) return;
  const [few, many] = [first, last].map((size) => medianCost(rounds.get(size) ?? [], wholeOf));
  if (!few || !many) return;
  const ratio = (of: (cost: Cost) => number) => (of(many) / of(few)).toFixed(2);
  const ratios = `wall ${ratio(wallOf)}, processors ${ratio(cpuOf)}`;
  console.log(`  a draft of ${last} to one of ${first}: ${ratios} (1.00 is linear)`);
}

const wallOf = ({ wall }: Cost) => wall;
const cpuOf = ({ own, postgres }: Cost) => own + postgres;
const wholeOf = ({ issue, print }: Round) => sum(issue, print);
const floorOf = ({ floor }: Round) => sum(floor.compute, floor.draw, floor.write);

function sum(...costs: Cost[]): Cost {
  const total = (name: keyof Cost) => costs.reduce((so, cost) => so + cost[name], 0);
  return { wall: total('wall'), own: total('own'), postgres: total('postgres') };
}

function medianCost(rounds: readonly Round[], costOf: (round: Round) => Cost): Cost {
  const of = (name: keyof Cost) => median(rounds.map((round) => costOf(round)[name]));
  return { wall: of('wall'), own: of('own'), postgres: of('postgres') };
}

function textOf({ wall, own, postgres }: Cost): string {
  return [wall, own, postgres].map((ms) => ms.toFixed(2).padStart(7)).join(' ');
}
