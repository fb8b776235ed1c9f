import * as at from 'stdnum/lib/cjs/at/uid.js';
import * as au from 'stdnum/lib/cjs/au/abn.js';
import * as be from 'stdnum/lib/cjs/be/vat.js';
import * as bg from 'stdnum/lib/cjs/bg/vat.js';
import * as chUid from 'stdnum/lib/cjs/ch/uid.js';
import * as chVat from 'stdnum/lib/cjs/ch/vat.js';
import * as cy from 'stdnum/lib/cjs/cy/vat.js';
import * as cz from 'stdnum/lib/cjs/cz/dic.js';
import * as de from 'stdnum/lib/cjs/de/vat.js';
import * as dk from 'stdnum/lib/cjs/dk/cvr.js';
import * as ee from 'stdnum/lib/cjs/ee/kmkr.js';
import * as es from 'stdnum/lib/cjs/es/nif.js';
import * as fi from 'stdnum/lib/cjs/fi/alv.js';
import * as fr from 'stdnum/lib/cjs/fr/tva.js';
import * as gb from 'stdnum/lib/cjs/gb/vat.js';
import * as gr from 'stdnum/lib/cjs/gr/vat.js';
import * as hr from 'stdnum/lib/cjs/hr/oib.js';
import * as hu from 'stdnum/lib/cjs/hu/anum.js';
import * as ie from 'stdnum/lib/cjs/ie/vat.js';
import * as it from 'stdnum/lib/cjs/it/iva.js';
import * as lt from 'stdnum/lib/cjs/lt/pvm.js';
import * as lu from 'stdnum/lib/cjs/lu/tva.js';
import * as lv from 'stdnum/lib/cjs/lv/pvn.js';
import * as mt from 'stdnum/lib/cjs/mt/vat.js';
import * as nl from 'stdnum/lib/cjs/nl/btw.js';
import * as no from 'stdnum/lib/cjs/no/mva.js';
import * as noOrg from 'stdnum/lib/cjs/no/orgnr.js';
import * as pl from 'stdnum/lib/cjs/pl/nip.js';
import * as pt from 'stdnum/lib/cjs/pt/nif.js';
import * as ro from 'stdnum/lib/cjs/ro/cif.js';
import * as se from 'stdnum/lib/cjs/se/vat.js';
import * as si from 'stdnum/lib/cjs/si/ddv.js';
import * as sk from 'stdnum/lib/cjs/sk/dph.js';
import * as us from 'stdnum/lib/cjs/us/ein.js';

type Validator = Pick<typeof de, 'validate' | 'format' | 'compact'>;

/**
 * VAT numbers of the European Union by their prefix. Each module is imported alone, because loading the whole
 * library takes a tenth of a second. Northern Ireland uses the format of the United Kingdom with the prefix
 * XI.
 */
export const EU_VAT: Readonly<Record<string, { country: string; validator: Validator }>> = {
  ...Object.fromEntries(
    Object.entries({
      ...{ AT: at, BE: be, BG: bg, CY: cy, CZ: cz, DE: de, DK: dk, EE: ee, ES: es, FI: fi, FR: fr, HR: hr },
      ...{ HU: hu, IE: ie, IT: it, LT: lt, LU: lu, LV: lv, MT: mt, NL: nl, PL: pl, PT: pt, RO: ro, SE: se },
      ...{ SI: si, SK: sk },
    }).map(([country, validator]) => [country, { country, validator }]),
  ),
  EL: { country: 'GR', validator: gr },
  XI: { country: 'GB', validator: gb },
};

/** Numbers of a single country; the first validator that accepts a value decides its format. */
export const OF_ONE_COUNTRY = {
  GB_VAT: { country: 'GB', validators: [gb], sample: 'GB980780684' },
  CH_VAT: { country: 'CH', validators: [chVat, chUid], sample: 'CHE-107.787.577 MWST' },
  NO_VAT: { country: 'NO', validators: [no, noOrg], sample: 'NO 995 525 828 MVA' },
  US_EIN: { country: 'US', validators: [us], sample: '04-2103594' },
  AU_ABN: { country: 'AU', validators: [au], sample: '51 824 753 556' },
} as const satisfies Record<string, { country: string; validators: readonly Validator[]; sample: string }>;
