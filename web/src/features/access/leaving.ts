import { t } from '@lingui/core/macro'
import type { Role } from '#contract/options.ts'

/** What deleting the own profile means, above the button and in the question that follows it. */
export function whatLeavingMeans(role: Role): { before: string; question: string } {
  if (role !== 'user') {
    return {
      before: t`You can no longer log in. What you did stays on record under your name.`,
      question: t`This cannot be undone. You are logged out everywhere, and you can no longer log in.`,
    }
  }
  return {
    before: t`Your visits to come are cancelled and you can no longer log in. What belongs to your medical record stays with the laboratory.`,
    question: t`This cannot be undone. Your visits to come are cancelled, you are logged out everywhere, and you can no longer log in.`,
  }
}
