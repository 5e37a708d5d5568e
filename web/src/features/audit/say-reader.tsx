import { t } from '@lingui/core/macro'
import type { myAudit } from '#contract/audit.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { roleWords } from './role-words.ts'

export type Reader = ResponseOf<typeof myAudit>['rows'][number]['by']

/** The reader as a patient sees it: a member of staff, a program, or a user of a link that the patient shared. */
export const SayReader = ({ by, action }: { by: Reader; action: string }) => {
  if (by) return `${by.fullName}, ${roleWords[by.role]}`
  return action === 'api_client.read' ? t`A program` : t`Somebody with the link`
}
