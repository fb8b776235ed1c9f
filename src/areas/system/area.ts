import type { Area } from '#platform/http/area.ts';
import { discardOutgoing } from './operations/discard-outgoing.ts';
import { getOutgoing } from './operations/get-outgoing.ts';
import { getSystem } from './operations/get-system.ts';
import { releaseOutgoing } from './operations/release-outgoing.ts';

export const system: Area = {
  name: 'system',
  title: 'System',
  operations: [getSystem, getOutgoing, releaseOutgoing, discardOutgoing],
};
