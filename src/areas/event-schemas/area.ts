import './tables.ts';
import type { Area } from '#platform/http/area.ts';
import { activateEventSchema } from './operations/activate-event-schema.ts';
import { archiveEventSchema } from './operations/archive-event-schema.ts';
import { createEventSchema } from './operations/create-event-schema.ts';
import { deactivateEventSchema } from './operations/deactivate-event-schema.ts';
import { getEventSchema } from './operations/get-event-schema.ts';
import { listEventSchemaVersions } from './operations/list-event-schema-versions.ts';
import { listEventSchemas } from './operations/list-event-schemas.ts';
import { updateEventSchema } from './operations/update-event-schema.ts';

export const eventSchemas: Area = {
  name: 'event-schemas',
  title: 'Event schemas',
  operations: [
    createEventSchema,
    listEventSchemas,
    getEventSchema,
    updateEventSchema,
    archiveEventSchema,
    listEventSchemaVersions,
    activateEventSchema,
    deactivateEventSchema,
  ],
};
