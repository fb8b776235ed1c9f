// Runs a TypeScript entry on the pinned Node, installing the dependencies first when they are missing or out
// of date:
//   node tools/bootstrap.mjs <entry.ts> [arguments]
// Plain JavaScript without dependencies, because it is the one file that runs on whatever Node (20 or newer)
// is there.
import { spawn } from 'node:child_process';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildConsole, ensureWebInstalled, prepareConsole } from './bootstrap-console.mjs';
import { guard } from './bootstrap-guard.mjs';
import { ensureInstalled, pinnedNode } from './bootstrap-install.mjs';
import { nodeOptions } from './node-options.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const forwardedSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'];
const ending = new AbortController();

await main(process.argv.slice(2));

async function main([entry, ...args]) {
  if (!entry) fail('Usage: node tools/bootstrap.mjs <entry.ts> [arguments]');
  try {
    // An image may leave the development tools out; the service starts without them.
    const needsDevelopment = /^(tools\/(test|check)|bench\/)/.test(entry);
    // The demo and the tests of the console open what `npm start` would serve.
    const web = /^(src\/main|tools\/(test|demo))\.ts$/.test(entry) ? prepareConsole(root) : null;
    await ensureInstalled(root, { needsDevelopment });
    const built = buildConsole(root, web, { ending: ending.signal });
    // Tests need the console from the start; the service serves it as soon as it is built.
    if (/^tools\/test/.test(entry)) await built;
    if (/^tools\/(test|check)/.test(entry)) await ensureWebInstalled(root);
  } catch (error) {
    fail(error.message);
  }
  run(resolve(root, entry), args);
}

function run(entry, args) {
  const node = pinnedNode(root);
  const guarded = guard(node, [...nodeOptions(entry), entry, ...args]);
  const child = spawn(guarded.command, guarded.args, {
    stdio: 'inherit',
    env: {
      // What was compiled is kept: less than half of the processor's time of the next start.
      NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'),
      ...process.env,
      PATH: `${dirname(node)}:${process.env.PATH ?? ''}`,
    },
    // In a group of its own the child hears each signal once, from here. In ours, Ctrl-C and a signal to the
    // whole group would reach it two or three times, and a second one means "at once" to it. Without the
    // guard it stays in our group, because a hard kill of the group has to end it too.
    detached: guarded.isGuarded,
  });
  forwardSignals(child);
  followParent(child);
  child.once('error', (error) => fail(`Node could not be started: ${error.message}`));
  child.once('exit', (code, signal) => leaveLike(code, signal));
}

function forwardSignals(child) {
  let lastAt = 0;
  for (const signal of forwardedSignals) {
    process.on(signal, () => {
      ending.abort();
      // npm passes on what the terminal or the process group has sent us already.
      if (Date.now() - lastAt < 500) return;
      lastAt = Date.now();
      child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
    });
  }
}

/**
 * npm that is killed hard cannot tell us, and nobody is left who would stop the child. It ends as hard, like
 * it does when we are killed ourselves: the next start may follow at once, and needs its port and its data.
 */
function followParent(child) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    child.kill('SIGKILL');
  }, 100);
  timer.unref();
}

function leaveLike(code, signal) {
  if (!signal) process.exit(code ?? 1);
  for (const name of forwardedSignals) process.removeAllListeners(name);
  process.kill(process.pid, signal);
  // A signal that does not end this process, such as one ignored by our parent, still must not read as
  // success.
  setTimeout(() => process.exit(1), 1000);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
