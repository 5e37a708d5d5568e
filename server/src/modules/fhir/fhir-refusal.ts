import type { ErrorCode } from '#contract/errors.ts'
import { Refusal } from '#server/platform/errors.ts'

/** A refusal with an HTTP status that only FHIR calls return. */
export class FhirRefusal extends Refusal {
  readonly ownStatus: number

  constructor(status: 406 | 412 | 428, code: ErrorCode, message: string) {
    super(code, message)
    this.ownStatus = status
  }

  override get status(): number {
    return this.ownStatus
  }
}
