// Runs a TypeScript entry on the pinned Node, installing the dependencies first when they are missing or out
// of date:
//   node tools/bootstrap.mjs <entry.ts> [arguments]
// Plain JavaScript without dependencies, because it is the one file that runs on whatever Node (20 or newer)
// is there.
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildConsole, ensureWebInstalled, prepareConsole } from './bootstrap-console.mjs';
import { ensureInstalled, pinnedNode } from './bootstrap-install.mjs';
import { nodeOptions } from './node-options.mjs';
import { runEntry } from './run-entry.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const ending = new AbortController();

await main(process.argv.slice(2));

async function main([entry, ...args]) {
  if (!entry) fail('Usage: node tools/bootstrap.mjs <entry.ts> [arguments]');
  try {
    // An image may leave the development tools out; the service starts without them.
    const needsDevelopment = /^(tools\/(test|check|release)|bench\/)/.test(entry);
    // The demo and the tests of the console open what `npm start` would serve.
    const web = /^(src\/main|tools\/(test|demo))\.ts$/.test(entry) ? prepareConsole(root) : null;
    await ensureInstalled(root, { needsDevelopment });
    const built = buildConsole(root, web, { ending: ending.signal });
    // Tests need the console from the start; the service serves it as soon as it is built.
    if (/^tools\/test/.test(entry)) await built;
    if (/^tools\/(test|check|release)/.test(entry)) await ensureWebInstalled(root);
  } catch (error) {
    fail(error.message);
  }
  run(resolve(root, entry), args);
}

function run(entry, args) {
  const node = pinnedNode(root);
  // What was compiled is kept: less than half of the processor's time of the next start.
  const compiled = join(root, 'node_modules', '.cache', 'compiled');
  const path = `${dirname(node)}:${process.env.PATH ?? ''}`;
  runEntry({
    node,
    args: [...nodeOptions(entry), entry, ...args],
    env: { NODE_COMPILE_CACHE: compiled, ...process.env, PATH: path },
    onSignal: () => ending.abort(),
  });
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
