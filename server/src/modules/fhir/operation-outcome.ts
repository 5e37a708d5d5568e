import type { ErrorCode } from '#contract/errors.ts'
import type { Refusal } from '#server/platform/errors.ts'
import type { Resource } from './resource.ts'

/** FHIR's codes for our refusals: http://hl7.org/fhir/R4/valueset-issue-type.html */
const issueCodes: Partial<Record<ErrorCode, string>> = {
  bad_request: 'structure',
  invalid_input: 'value',
  not_signed_in: 'login',
  not_allowed: 'forbidden',
  second_factor_missing: 'forbidden',
  not_found: 'not-found',
  conflict: 'conflict',
  slot_taken: 'conflict',
  changed_meanwhile: 'conflict',
  not_possible_now: 'business-rule',
  too_large: 'too-long',
  unsupported_type: 'not-supported',
  too_many_requests: 'throttled',
  busy: 'transient',
  outcome_unknown: 'transient',
}

/** The OperationOutcome of a refusal. Each issue names its parameter or element. */
export function outcomeOf({ code, message, status, detail }: Refusal): Resource {
  const severity = status >= 500 ? 'fatal' : 'error'
  const issue = { severity, code: status === 406 ? 'not-supported' : (issueCodes[code] ?? 'exception') }
  const named = Object.entries(detail.fields ?? {}).flatMap(([element, texts]) =>
    texts.map((text) => ({ ...issue, diagnostics: text, expression: [element] })),
  )
  return {
    resourceType: 'OperationOutcome',
    issue: named.length > 0 ? named : [{ ...issue, diagnostics: message }],
  }
}
