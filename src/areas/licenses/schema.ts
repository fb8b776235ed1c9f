import { type Static, Type } from 'typebox';
import {
  Closed,
  DateTime,
  Enum,
  ExactNumber,
  List,
  Metadata,
  Nullable,
  PageOf,
  Text,
  TextMap,
} from '#platform/http/schemas.ts';

export const UPDATE_TYPES = ['RELATIVE', 'ABSOLUTE'] as const;
/** Maximum level, so that every sum of levels over a cycle is exact and fits its column. */
export const MAX_LEVEL = '1000000000000000';

const metadata = Metadata();
const effectiveFrom = DateTime({ description: 'To the millisecond; default now. May lie in the past' });

export const LicenseUpdateRequest = Closed(
  {
    licenseId: Text(1, 50, { description: 'An add-on of type LICENSE' }),
    accountId: Text(1, 50),
    updateType: Enum(UPDATE_TYPES, { description: 'RELATIVE adds the quantity, ABSOLUTE sets it' }),
    quantity: ExactNumber({
      minimum: `-${MAX_LEVEL}`,
      maximum: MAX_LEVEL,
      description: 'Negative values remove licenses; the resulting quantity must never be negative',
    }),
    effectiveFrom: Type.Optional(Nullable(effectiveFrom)),
    idempotencyKey: Type.Optional(
      Nullable(
        Text(1, 255, {
          description: 'Permanent: repeating the request returns the first response and changes nothing.',
        }),
      ),
    ),
    metadata: Type.Optional(Nullable(metadata)),
  },
  { component: 'LicenseUpdateRequest' },
);
export type LicenseUpdateRequest = Static<typeof LicenseUpdateRequest>;

export const LicenseUpdate = Closed(
  {
    licenseId: Text(0, 50),
    accountId: Text(0, 50),
    quantity: ExactNumber({ description: 'Quantity after the update' }),
    effectiveFrom: DateTime(),
    metadata: Type.Optional(metadata),
    createdAt: DateTime(),
  },
  { component: 'LicenseUpdate' },
);
export type LicenseUpdate = Static<typeof LicenseUpdate>;
export const LicenseUpdatePage = PageOf(LicenseUpdate);

export const LicenseEntryDetailsUpdateRequest = Closed(
  {
    accountId: Text(1, 50),
    effectiveFrom: DateTime({ description: 'Selects the update; if several match, the newest' }),
    metadata,
  },
  { component: 'LicenseEntryDetailsUpdateRequest' },
);

export const NamedLicenseUpdate = Closed(
  {
    id: Text(0, 50),
    licenseId: Text(0, 50),
    accountId: Text(0, 50),
    name: Text(0, 50),
    effectiveFrom: Type.Optional(DateTime()),
    effectiveUntil: Type.Optional(DateTime({ description: 'Absent while the name is active' })),
    createdAt: DateTime(),
    updatedAt: DateTime(),
  },
  { component: 'NamedLicenseUpdate' },
);
export type NamedLicenseUpdate = Static<typeof NamedLicenseUpdate>;
export const NamedLicenseUpdatePage = PageOf(NamedLicenseUpdate);

export const LicenseParams = Type.Object({ license_id: Text(1, 255) });
export const LicenseQuery = Type.Object({
  licenseId: Type.Optional(Text(1, 50, { description: 'Required if the path does not name the license' })),
});

/** A change applied before the schedules of an account change, in the same transaction. */
export const PreAction = Closed(
  {
    type: Enum(['GRANT_LICENSE']),
    config: Type.Optional(
      TextMap({
        maxProperties: 10,
        maxKey: 50,
        maxValue: 500,
        description: 'licenseId, updateType (RELATIVE or ABSOLUTE), quantity; optional: effectiveFrom',
      }),
    ),
  },
  { component: 'PreAction' },
);
export type PreAction = Static<typeof PreAction>;
export const PreActions = List(PreAction, { maxItems: 10, description: 'Applied in order, before all else' });
