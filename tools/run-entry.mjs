import { spawn } from 'node:child_process';
import { guard } from './bootstrap-guard.mjs';

const forwardedSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'];

/**
 * Runs a command line of Node in place of this process: its streams, its signals, and its exit.
 *
 * @param {{ node: string, args: readonly string[], env: NodeJS.ProcessEnv, onSignal?: () => void }} command
 */
export function runEntry({ node, args, env, onSignal }) {
  const guarded = guard(node, args);
  const child = spawn(guarded.command, guarded.args, {
    stdio: 'inherit',
    env,
    // In a group of its own the child hears each signal once, from here. In ours, Ctrl-C and a signal to the
    // whole group would reach it two or three times, and a second one means "at once" to it. Without the
    // guard it stays in our group, because a hard kill of the group has to end it too.
    detached: guarded.isGuarded,
  });
  forwardSignals(child, onSignal);
  followParent(child);
  child.once('error', (error) => {
    console.error(`Node could not be started: ${error.message}`);
    process.exit(1);
  });
  child.once('exit', (code, signal) => leaveLike(code, signal));
}

function forwardSignals(child, onSignal) {
  let lastAt = 0;
  for (const signal of forwardedSignals) {
    process.on(signal, () => {
      onSignal?.();
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
