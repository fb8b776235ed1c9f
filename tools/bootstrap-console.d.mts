/** Of every file that a build of the console reads. */
export function fingerprint(root: string): string;
/** Whether the console was built from the sources of now. */
export function isCurrent(root: string): boolean;
/** Notes from which files the console was built, for the next start. */
export function stampConsole(root: string, fingerprint: string): void;
