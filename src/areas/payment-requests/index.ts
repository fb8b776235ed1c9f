export { PROVIDER_CALLS } from './store/calls.ts';
