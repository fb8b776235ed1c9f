import { execFile } from 'node:child_process';

/** The exit status of an operator command, and its complete output. */
export interface Ended {
  code: number;
  output: string;
}

/** Runs a program of `tools` as `npm run` does, with additional environment variables. */
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
