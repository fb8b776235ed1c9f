import { execFile } from 'node:child_process';

/** What a command of the operator ended with, and everything that it printed. */
export interface Ended {
  code: number;
  output: string;
}

/** Runs a program of `tools` as `npm run` does, with settings beside those of the process. */
export function runTool(
  name: string,
  { args = [], env }: { args?: readonly string[]; env: Record<string, string> },
): Promise<Ended> {
  const script = new URL(`../../tools/${name}.ts`, import.meta.url).pathname;
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...args], { env: { ...process.env, ...env } }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, output: out + err }),
    );
  });
}
