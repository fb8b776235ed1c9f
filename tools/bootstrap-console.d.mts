/** Of every file that a build of the console reads. */
export function fingerprint(root: string): string;
/** Notes from which files the console was built, for the next start. */
export function stampConsole(root: string, fingerprint: string): void;
