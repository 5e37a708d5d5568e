import { t } from '@lingui/core/macro'
import type { myAudit } from '#contract/audit.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { roleWords } from './role-words.ts'

export type Reader = ResponseOf<typeof myAudit>['rows'][number]['by']

/** To a patient: the person of the laboratory, a program, or whoever had the link that the patient gave away. */
export const SayReader = ({ by, action }: { by: Reader; action: string }) => {
  if (by) return `${by.fullName}, ${roleWords[by.role]}`
  return action === 'api_client.read' ? t`A program` : t`Somebody with the link`
}
