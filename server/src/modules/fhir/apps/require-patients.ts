import { isStaff } from '#contract/options.ts'
import { may, whyNotPermitted } from '#contract/permissions.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/errors.ts'

/** @throws a refusal of staff who may not read about patients */
export function requirePatients({ actor }: SignedIn): void {
  if (isStaff(actor.role) && !may(actor, 'patients'))
    throw new Refusal('not_allowed', whyNotPermitted('patients'), { permission: 'patients' })
}
