import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { type: 'minor' | 'major' }) => void;

/** Collects young objects only: old ones stay, whether in use or not. */
export const collectYoung = (): void => collect({ type: 'minor' });
export const collectAll = (): void => collect({ type: 'major' });
