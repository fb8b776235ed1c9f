import { connectOwner } from './bill-run/phases.ts';
import { makeExtras } from './screens/extras.ts';
import { type Measured, measureScreens } from './screens/measure.ts';
import { addAdministrator } from './screens/person.ts';
import { listScreens } from './screens/routes.ts';
import { openWorld } from './screens/world.ts';

const FOLDER = process.env.SCREENS_WORLD || null;
const SIZE = {
  accounts: Number(process.env.SCREENS_ACCOUNTS ?? 20_000),
  events: Number(process.env.SCREENS_EVENTS ?? 5_000_000),
};
const ROUNDS = Number(process.env.SCREENS_ROUNDS ?? 5);
const ONLY = new RegExp(process.env.SCREENS_ONLY ?? '.');
const TARGET_MS = 1_000;

/**
 * Every screen of the console over an organization of 20,000 accounts, 60,000 issued invoices and 5 million
 * events, in Chromium: the time until the heading and the first rows or figures are drawn, in turns with a
 * page that reads nothing of the organization. Target: at most one second. `SCREENS_WORLD` is a folder where
 * the organization is kept for the next run, `SCREENS_ONLY` a pattern of paths, `SCREENS_ROUNDS` how often.
 */
export async function benchScreens(): Promise<void> {
  const server = await openWorld(FOLDER, SIZE);
  try {
    const service = await server.startService();
    const owner = await connectOwner(server);
    const cookie = await addAdministrator(owner);
    const ids = await makeExtras(service);
    await owner.query('analyze');
    const { screens, missing } = await listScreens(ids);
    const chosen = screens.filter(({ path }) => ONLY.test(path));
    const measured = await measureScreens(service, { cookie, owner }, { screens: chosen, rounds: ROUNDS });
    print(measured, missing);
    await owner.end();
  } finally {
    await server.stop();
  }
}

function print(measured: readonly Measured[], missing: readonly string[]): void {
  console.log(`\nscreens: ms to first content (median of ${ROUNDS}), and its slowest requests`);
  for (const { route, firstContent, cold, floor, complete, requests, problem } of measured) {
    const ms = (value: number) => value.toFixed(0).padStart(6);
    const met = firstContent <= TARGET_MS ? '      ' : 'MISSED';
    const slowest = requests.slice(0, 3).map((each) => `${each.path.slice(0, 90)} ${each.ms.toFixed(0)}`);
    const others = `first visit${ms(cold)}, floor${ms(floor)}, complete${ms(complete)}`;
    console.log(`  ${met} ${ms(firstContent)} (${others})  ${route}`);
    if (problem) console.log(`           shows "${problem}"`);
    for (const request of slowest) console.log(`           ${request}`);
  }
  const over = measured.filter(({ firstContent }) => firstContent > TARGET_MS);
  console.log(`  ${over.length} of ${measured.length} screens took more than ${TARGET_MS} ms`);
  if (missing.length > 0) console.log(`  without a record: ${missing.join(', ')}`);
}
