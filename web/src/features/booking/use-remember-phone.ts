import { useQueryClient } from '@tanstack/react-query'
import { type Profile, readProfile, updateProfile } from '#contract/access.ts'
import { call } from '../../api/client.ts'
import { keyOf } from '../../api/queries.ts'
import type { VisitDraft } from './visit-draft.ts'

/** Saves the phone number of a booking in a profile that has none, so that the next booking does not ask for it. */
export function useRememberPhone() {
  const queryClient = useQueryClient()
  return ({ phone }: Pick<Profile, 'phone'>, { contact }: Pick<VisitDraft, 'contact'>): void => {
    if (phone !== '' || contact.trim() === '') return
    call(updateProfile, { body: { phone: contact } }).then(
      () => queryClient.invalidateQueries({ queryKey: keyOf(readProfile) }),
      // If saving fails, the next booking asks for the number again.
      () => {},
    )
  }
}
