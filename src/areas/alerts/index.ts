export { eraseChannels } from './store/erased.ts';
