export { discardKinds, releaseKinds } from './outgoing/decide.ts';
export { describeOutgoing } from './outgoing/describe-outgoing.ts';
