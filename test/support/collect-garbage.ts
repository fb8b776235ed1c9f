import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { type: 'minor' | 'major' }) => void;

/** Of young objects alone: what V8 takes for old stays, in use or not. */
export const collectYoung = (): void => collect({ type: 'minor' });
export const collectAll = (): void => collect({ type: 'major' });
