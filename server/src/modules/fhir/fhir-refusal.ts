import type { ErrorCode } from '#contract/errors.ts'
import { Refusal } from '#server/platform/errors.ts'

/** A refusal with an HTTP status that only FHIR calls return. */
export class FhirRefusal extends Refusal {
  readonly ownStatus: 406 | 412 | 428

  constructor(status: 406 | 412 | 428, code: ErrorCode, message: string, detail: Refusal['detail'] = {}) {
    super(code, message, detail)
    this.ownStatus = status
  }

  override get status(): number {
    return this.ownStatus
  }
}

export const versionNeeded = () =>
  new FhirRefusal(428, 'bad_request', 'Send If-Match with the ETag of the version that you have read')
export const otherVersion = () =>
  new FhirRefusal(412, 'changed_meanwhile', 'The resource has another version: read it again')
