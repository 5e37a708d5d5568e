import { t } from '@lingui/core/macro'
import type { Role } from '#contract/options.ts'

/** What deleting the own profile means, above the button and in the question that follows it. */
export function whatLeavingMeans(role: Role): { before: string; question: string } {
  if (role !== 'user') {
    return {
      before: t`You can no longer log in. What you did stays on record under your name.`,
      question: t`This cannot be undone. You will be logged out everywhere, and you will no longer be able to log in.`,
    }
  }
  return {
    before: t`Your upcoming visits will be cancelled, and you will no longer be able to log in. What belongs to your medical record stays with the laboratory.`,
    question: t`This cannot be undone. Your upcoming visits will be cancelled, you will be logged out everywhere, and you will no longer be able to log in.`,
  }
}
