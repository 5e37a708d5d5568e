import { t } from '@lingui/core/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Profile, readProfile, updateProfile } from '#contract/access.ts'
import type { BodyInput } from '#contract/endpoint.ts'
import type { Language } from '#contract/options.ts'
import { readTechnicianProfile, type TechnicianProfile } from '#contract/technicians.ts'
import { call } from '../../api/client.ts'
import { keepLanguage } from '../../api/kept-language.ts'
import { keyOf } from '../../api/queries.ts'
import { documentLanguage } from '../../lib/locale.ts'
import { toast } from '../../ui/toast.tsx'

type Values = {
  fullName: string
  email: string
  phone: string
  language: Language
  password: string
  currentPassword: string
}
type Changes = BodyInput<typeof updateProfile>

const valuesOf = ({ fullName, email, phone, language }: Profile): Values => ({
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
  const [values, setValues] = useState(() => valuesOf(profile))
  const save = useMutation({
    mutationFn: (body: Changes) => call(updateProfile, { body }),
    onSuccess: (answer) => {
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
      setValues(valuesOf(answer.profile))
      toast('success', answer.message)
      onSaved?.()
    },
  })
  const changes = changesOf(profile, values)
  const asksPassword = profile.hasPassword && (changes.email !== undefined || changes.password !== undefined)

  function field(name: keyof Values) {
    return {
      name,
      value: values[name],
      onChange: (event: { currentTarget: { value: string } }) => {
        const { value } = event.currentTarget
        setValues((before) => ({ ...before, [name]: value }))
      },
    }
  }

  return {
    values,
    field,
    /** A new address or password asks for the current password, where there is one. */
    asksPassword,
    whyNotSave: whyNotSave(changes, asksPassword && values.currentPassword === ''),
    error: save.error,
    pending: save.isPending,
    save: () => save.mutate({ ...changes, ...(asksPassword && { currentPassword: values.currentPassword }) }),
  }
}

function changesOf(profile: Profile, values: Values): Changes {
  const changes: Changes = {}
  for (const name of ['fullName', 'email', 'phone'] as const) {
    if (values[name].trim() !== profile[name]) changes[name] = values[name]
  }
  if (values.language !== profile.language) changes.language = values.language
  if (values.password !== '') changes.password = values.password
  return changes
}

function whyNotSave(changes: Changes, lacksPassword: boolean): string | null {
  if (Object.keys(changes).length === 0) return t`Nothing has been changed yet.`
  return lacksPassword ? t`Enter your current password to save this.` : null
}
