import type { AddOnRow } from '#areas/add-ons/index.ts';
import type { SchemaEvent } from '#areas/event-schemas/index.ts';
import type { NamedMark } from '#areas/licenses/index.ts';
import { decimal } from '#core/decimal.ts';
import { isStorable } from './meter-fields.ts';
import { LICENSE_ID } from './reserved-schemas.ts';
import type { Failure } from './statuses.ts';

/** The mark of a named license's name in an event of the reserved schema. */
export type LicenseMark = Pick<NamedMark, 'licenseId' | 'name' | 'action'>;

const MAX_NAME = 50;

/**
 * Step 5n of `metering-pricing.md` 5. It ignores whether the name is already active, because an event with an
 * earlier timestamp may still arrive.
 */
export function readLicenseMark(
  event: SchemaEvent,
  licenses: ReadonlyMap<string, AddOnRow>,
): LicenseMark | Failure {
  const licenseId = event.dimensions.get(LICENSE_ID);
  if (licenseId === undefined) return invalid(`dimension ${LICENSE_ID} is missing`);
  if (licenses.get(licenseId)?.type !== 'NAMED_LICENSE')
    return invalid(`${LICENSE_ID}: ${licenseId} is not the id of an add-on of type NAMED_LICENSE`);
  const name = event.dimensions.get('name')?.trim() ?? '';
  if (name === '') return invalid('dimension name is missing');
  if ([...name].length > MAX_NAME) return invalid(`name: must have at most ${MAX_NAME} characters`);
  const action = readAction(event.attributes.get('action'));
  if (action === null) return invalid('action: must be 1 to activate the name, or -1 or 0 to deactivate it');
  return { licenseId, name, action };
}

function readAction(text: string | undefined): LicenseMark['action'] | null {
  if (text === undefined || !isStorable(text)) return null;
  const value = decimal(text);
  if (value.eq(1)) return 'OPEN';
  return value.isZero() || value.eq(-1) ? 'CLOSE' : null;
}

function invalid(description: string): Failure {
  return { status: 'INGESTION_FAILED_INVALID_NAMED_LICENSE_EVENT', description };
}
