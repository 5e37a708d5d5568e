import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { BucketSettings } from './platform/backup/bucket.ts'
import { StartupError } from './platform/startup-error.ts'

/** The settings of the bucket that backups are copied to. */

const isOrigin = (text: string) => {
  if (!URL.canParse(text)) return false
  const { protocol, pathname, search, hash, username } = new URL(text)
  return /^https?:$/.test(protocol) && /^\/*$/.test(pathname) && search + hash + username === ''
}

export const bucketShape = {
  BACKUP_S3_ENDPOINT: z
    .string()
    .refine(isOrigin, 'must be the address of the store alone, like https://s3.eu-central-1.amazonaws.com')
    .optional(),
  BACKUP_S3_BUCKET: z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
      'must be 3 to 63 lowercase letters, digits, dots and hyphens',
    )
    .optional(),
  BACKUP_S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'must be like eu-central-1')
    .optional(),
  BACKUP_S3_PREFIX: z
    .string()
    .regex(/^[\w-][\w.-]*(\/[\w-][\w.-]*)*\/?$/, 'must be like laboratory/accra')
    .max(200, 'must have at most 200 characters')
    .optional(),
  BACKUP_S3_KEY_ID: z
    .string()
    .regex(/^[\w.:+=@-]{3,200}$/, 'must be the access key id that the store has given you')
    .optional(),
  BACKUP_S3_SECRET: z
    .string()
    .regex(/^\S{1,400}$/, 'must be the secret of the access key, without spaces')
    .optional(),
  BACKUP_S3_SECRET_FILE: z.string().min(1).optional(),
}

type Set = z.output<z.ZodObject<typeof bucketShape>>

const ofBucket = ['BACKUP_S3_ENDPOINT', 'BACKUP_S3_BUCKET', 'BACKUP_S3_KEY_ID'] as const

export function bucketOf(set: Set): BucketSettings | null {
  const { BACKUP_S3_ENDPOINT: endpoint, BACKUP_S3_BUCKET: bucket, BACKUP_S3_KEY_ID: keyId } = set
  if (!isBucketSet(set)) return null
  if (!endpoint || !bucket || !keyId) {
    const missing = ofBucket.find((name) => set[name] === undefined)
    throw new StartupError(`Setting ${missing} is missing: ${ofBucket.join(', ')} go together.`)
  }
  return {
    endpoint: endpoint.replace(/\/+$/, ''),
    bucket,
    region: set.BACKUP_S3_REGION ?? null,
    prefix: set.BACKUP_S3_PREFIX ? `${set.BACKUP_S3_PREFIX.replace(/\/$/, '')}/` : '',
    keyId,
    secret: secretOf(set),
  }
}

export const isBucketSet = (set: Set) =>
  Object.entries(set).some(([name, value]) => name.startsWith('BACKUP_S3_') && value !== undefined)

function secretOf(set: Set): string {
  const { BACKUP_S3_SECRET: secret, BACKUP_S3_SECRET_FILE: file } = set
  if (secret && file) {
    throw new StartupError('Setting BACKUP_S3_SECRET_FILE: set either this or BACKUP_S3_SECRET, not both.')
  }
  if (secret) return secret
  if (!file) {
    throw new StartupError(
      'Setting BACKUP_S3_SECRET is missing: the secret of the access key, or BACKUP_S3_SECRET_FILE, the file with it.',
    )
  }
  const read = readSecretFile(file).trim()
  if (/^\S{1,400}$/.test(read)) return read
  throw new StartupError(`Setting BACKUP_S3_SECRET_FILE: ${file} must have only the secret, without spaces.`)
}

function readSecretFile(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new StartupError(`Setting BACKUP_S3_SECRET_FILE: ${file} cannot be read.`)
  }
}
