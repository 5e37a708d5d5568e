type Answer = {
  message?: string
  code?: string
  fields?: Record<string, string[]>
  alternatives?: string[]
  requestId?: string
}

/** A refusal of the laboratory, or the failure to reach it. */
export class PhialError extends Error {
  override readonly name = 'PhialError'
  /** The status of the answer; 0: there was none. */
  readonly status: number
  /** For example `invalid_input`, `slot_taken` or `not_allowed`; `unreachable` without an answer. */
  readonly code: string
  /** What is wrong with each field of the request, by its path, for example `patientDetails.age`. */
  readonly fields: Readonly<Record<string, readonly string[]>>
  /** Free starts near the refused one. */
  readonly alternatives: readonly string[]
  /** The id under which the log of the laboratory has the request. */
  readonly requestId: string | undefined

  constructor(status: number, answer: Answer, options?: ErrorOptions) {
    super(answer.message ?? `The laboratory answered ${status}`, options)
    this.status = status
    this.code = answer.code ?? 'unknown'
    this.fields = answer.fields ?? {}
    this.alternatives = answer.alternatives ?? []
    this.requestId = answer.requestId
  }
}
