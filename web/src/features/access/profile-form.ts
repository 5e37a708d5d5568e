import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Profile, readProfile, updateProfile } from '#contract/access.ts'
import type { BodyInput } from '#contract/endpoint.ts'
import { readTechnicianProfile, type TechnicianProfile } from '#contract/technicians.ts'
import { keepLanguage } from '../../api/kept-language.ts'
import { keyOf } from '../../api/queries.ts'
import { documentLanguage } from '../../lib/locale.ts'
import { useResourceForm } from '../../screen/use-resource-form.ts'

type Changes = BodyInput<typeof updateProfile>

const valuesOf = ({ fullName, email, phone, language }: Profile) => ({
  fullName,
  email,
  phone,
  language,
  password: '',
  currentPassword: '',
})

/** The form behind `/edit-profile` and the profile dialog: sends what was changed and nothing else. */
export function useProfileForm(profile: Profile, onSaved?: () => void) {
  const queryClient = useQueryClient()
  const [confirmed, setConfirmed] = useState(false)
  const asks = ({ email, password }: Changes) => email !== undefined || password !== undefined
  const needsPassword = profile.hasPassword && !confirmed
  const form = useResourceForm(updateProfile, {
    start: valuesOf(profile),
    body(held) {
      const changes = changesOf(profile, held)
      return asks(changes) && needsPassword ? { ...changes, currentPassword: held.currentPassword } : changes
    },
    onDone(answer) {
      const { language } = answer.profile
      keepLanguage({ language, by: 'account' })
      // Another language is another document. It opens where the person has just been led.
      if (language !== documentLanguage()) setTimeout(() => location.reload())
      queryClient.setQueryData(keyOf(readProfile), answer.profile)
      const { fullName, email, phone } = answer.profile
      queryClient.setQueryData(
        keyOf(readTechnicianProfile),
        (before: TechnicianProfile | undefined) => before && { ...before, fullName, email, phone },
      )
      onSaved?.()
    },
  })
  const typed = form.watch()
  const changes = changesOf(profile, typed)
  /** A new address or password asks for the current password or a passkey, where there is one. */
  const asksProof = asks(changes)
  return {
    form,
    typed,
    asksProof,
    onConfirmed: setConfirmed,
    whyNotSave: whyNotSave(changes, asksProof && needsPassword && !typed.currentPassword),
  }
}

function changesOf(profile: Profile, typed: Changes): Changes {
  const changes: Changes = {}
  for (const name of ['fullName', 'email', 'phone'] as const) {
    if (typed[name] !== undefined && typed[name].trim() !== profile[name]) changes[name] = typed[name]
  }
  if (typed.language && typed.language !== profile.language) changes.language = typed.language
  if (typed.password) changes.password = typed.password
  return changes
}

function whyNotSave(changes: Changes, lacksPassword: boolean): string | null {
  if (Object.keys(changes).length === 0) return t`Nothing has been changed yet.`
  return lacksPassword ? t`Enter your current password to save this.` : null
}
