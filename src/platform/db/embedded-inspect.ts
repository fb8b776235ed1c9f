import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** What any user may see of any process. */
export interface ProcessView {
  readonly parentPid: number;
  /** Terminated, but not yet reaped by its parent. */
  readonly isZombie: boolean;
  /** The command with its arguments, joined by spaces. */
  readonly command: string;
}

/** Whether the process is alive; a zombie is not. */
export async function isProcessRunning(pid: number): Promise<boolean> {
  return (await inspectProcess(pid))?.isZombie === false;
}

/** Null when there is no such process. */
export async function inspectProcess(pid: number): Promise<ProcessView | null> {
  return process.platform === 'linux' ? await inspectByProc(pid) : await inspectByPs(pid);
}

async function inspectByProc(pid: number): Promise<ProcessView | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8');
    // The second field is the name in parentheses, which may itself contain spaces and parentheses.
    const [state = '', parentPid = ''] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return {
      parentPid: Number(parentPid),
      isZombie: state === 'Z' || state === 'X',
      command: commandLine.replaceAll('\0', ' ').trim(),
    };
  } catch {
    return null;
  }
}

async function inspectByPs(pid: number): Promise<ProcessView | null> {
  try {
    const { stdout } = await promisify(execFile)('ps', ['-ww', '-o', 'ppid=,stat=,command=', '-p', `${pid}`]);
    const [, parentPid, state = '', command = ''] = /^\s*(\d+)\s+(\S+)\s+(.*)$/m.exec(stdout) ?? [];
    if (parentPid === undefined) return null;
    return { parentPid: Number(parentPid), isZombie: state.startsWith('Z'), command: command.trim() };
  } catch {
    return null;
  }
}
