import { accessSync, constants } from 'node:fs';

/**
 * A command line whose process the kernel ends together with this one, also when this one is killed hard.
 * Only Linux with setpriv has that; elsewhere the command line is returned as it is.
 */
export function guard(command, args) {
  const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find(isExecutable);
  if (process.platform !== 'linux' || !setpriv) return { command, args, isGuarded: false };
  return { command: setpriv, args: ['--pdeathsig', 'KILL', command, ...args], isGuarded: true };
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
