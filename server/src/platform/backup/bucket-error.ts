import { StartupError } from '../startup-error.ts'

/** Why a request to the store failed, in one line for the operator. Of the answer, it has only the status and the code. */
export class BucketError extends StartupError {
  /** HTTP status; null: there was no answer. */
  readonly status: number | null
  /** The code of S3, for example `NoSuchBucket`; empty if the answer has none. */
  readonly code: string

  constructor(message: string, status: number | null = null, code = '') {
    super(message)
    this.status = status
    this.code = code
  }
}

const wrongKey = new Set(['InvalidAccessKeyId', 'SignatureDoesNotMatch', 'AccessDenied'])
const wrongRegion = new Set(['AuthorizationHeaderMalformed', 'PermanentRedirect', 'TemporaryRedirect'])

/** @param place the host, the bucket and the prefix */
export function refusedBy(place: string, status: number, body: string): BucketError {
  const code = /<Code>(\w{1,60})<\/Code>/.exec(body)?.[1] ?? ''
  const said = code === '' ? String(status) : `${status}, ${code}`
  return new BucketError(`${sayRefusal(place, status, code)} (${said}).`, status, code)
}

function sayRefusal(place: string, status: number, code: string): string {
  if (code === 'NoSuchBucket') return `There is no such bucket: ${place}. Check BACKUP_S3_BUCKET`
  if (code === 'RequestTimeTooSkewed') return `The clocks of this machine and of ${place} differ too much`
  if (wrongRegion.has(code) || (status >= 300 && status < 400)) {
    return `${place} is in another region or at another address: check BACKUP_S3_REGION and BACKUP_S3_ENDPOINT`
  }
  if (wrongKey.has(code) || status === 401 || status === 403) {
    return `${place} refuses the key: check BACKUP_S3_KEY_ID, its secret, and what it may do in the bucket`
  }
  if (status === 404) return `${place} does not have what was requested`
  return `${place} has refused a request`
}

/** @param error what `fetch` threw */
export function notReached(place: string, error: unknown): BucketError {
  if (error instanceof Error && error.name === 'TimeoutError')
    return new BucketError(`${place} does not answer in time.`)
  const cause = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : ''
  return new BucketError(`${place} cannot be reached${code}.`)
}
