import { benchRead } from './read.ts';

const BENCHES: Record<string, () => Promise<void>> = { read: benchRead };

const asked = process.argv.slice(2);
const names = asked.length > 0 ? asked : Object.keys(BENCHES);
for (const name of names) {
  const bench = BENCHES[name];
  if (!bench) throw new Error(`no bench ${name}; there are ${Object.keys(BENCHES).join(', ')}`);
  await bench();
}
