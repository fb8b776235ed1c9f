import type { S3Settings } from '../files/s3-bucket.ts';
import { SWITCH } from './forms.ts';
import { matching, type ReadSetting } from './read-setting.ts';

export const S3_ENDPOINT = matching(
  /^https?:\/\/[A-Za-z0-9.-]+(?::\d{1,5})?\/?$/,
  'must be a URL such as https://s3.eu-central-1.amazonaws.com, without the bucket',
);
const S3_BUCKET = matching(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket');
export const S3_KEY = matching(/^[\x21-\x7e]{3,200}$/, 'must consist of 3 to 200 visible characters', {
  isSecret: true,
});

export const S3_REGION = matching(/^[a-z0-9-]{1,50}$/, 'must be a region');

/** All of them or none: with incomplete bucket settings, files would be stored in the wrong place. */
export function readS3(read: ReadSetting, wrong: string[]): S3Settings | null {
  const needed = {
    S3_ENDPOINT: read('S3_ENDPOINT', null, S3_ENDPOINT),
    S3_BUCKET: read('S3_BUCKET', null, S3_BUCKET),
    S3_ACCESS_KEY_ID: read('S3_ACCESS_KEY_ID', null, S3_KEY),
    S3_SECRET_ACCESS_KEY: read('S3_SECRET_ACCESS_KEY', null, S3_KEY),
  };
  const region = read('S3_REGION', 'us-east-1', S3_REGION);
  const isDirect = read('S3_DIRECT_LINKS', false, SWITCH);
  const names = Object.keys(needed) as (keyof typeof needed)[];
  const missing = names.filter((name) => needed[name] === null);
  if (missing.length === names.length) return null;
  // A setting that is set but invalid has been reported already.
  const unset = missing.filter((name) => !wrong.some((sentence) => sentence.startsWith(`${name} `)));
  if (unset.length > 0)
    wrong.push(`${unset.join(', ')} must also be set, because files in a bucket need ${names.join(', ')}`);
  return {
    endpoint: needed.S3_ENDPOINT ?? '',
    bucket: needed.S3_BUCKET ?? '',
    accessKeyId: needed.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: needed.S3_SECRET_ACCESS_KEY ?? '',
    ...{ region, isDirect },
  };
}
