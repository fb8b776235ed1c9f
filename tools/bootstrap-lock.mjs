import {
  linkSync,
  mkdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const beatMs = 1_000;
const staleMs = 10_000;
const pollMs = 100;

/**
 * Runs the work while no other start of the same checkout does. The holder touches its file every second, so
 * one that was killed is told apart by age alone; a process id would mean nothing to another container that
 * shares the folder.
 */
export async function withInstallLock(root, work) {
  const folder = join(root, 'tmp');
  const path = join(folder, 'install.lock');
  await take(folder, path);
  const timer = setInterval(() => utimesSync(path, new Date(), new Date()), beatMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    rmSync(path, { force: true });
    removeIfEmpty(folder);
  }
}

async function take(folder, path) {
  let hasTold = false;
  while (!tryCreate(folder, path)) {
    if (ageMs(path) > staleMs) removeStale(path);
    if (!hasTold) console.error('another start is installing the dependencies; waiting ...');
    hasTold = true;
    await sleep(pollMs);
  }
}

function tryCreate(folder, path) {
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    // ENOENT: another start removed the empty folder between the two statements.
    if (error.code === 'EEXIST' || error.code === 'ENOENT') return false;
    throw new Error(`The dependencies cannot be installed here: ${error.message}`);
  }
}

/**
 * Two waiters may find the same old file. What the slower one moved away is looked at again, and put back if
 * new.
 */
function removeStale(path) {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
    if (ageMs(aside) <= staleMs) linkSync(aside, path);
    rmSync(aside);
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error;
  }
}

function ageMs(path) {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? Date.now() - found.mtimeMs : 0;
}

function removeIfEmpty(folder) {
  try {
    rmdirSync(folder);
  } catch {
    // Something else lies in it, or another start is about to use it.
  }
}
