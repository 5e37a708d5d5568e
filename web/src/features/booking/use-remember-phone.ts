import { useQueryClient } from '@tanstack/react-query'
import { type Profile, readProfile, updateProfile } from '#contract/access.ts'
import { call } from '../../api/client.ts'
import { keyOf } from '../../api/queries.ts'
import type { VisitDraft } from './visit-draft.ts'

/** Keeps a phone number that was typed for a visit in a profile that has none, so that it is not asked for again. */
export function useRememberPhone() {
  const queryClient = useQueryClient()
  return ({ phone }: Pick<Profile, 'phone'>, { contact }: Pick<VisitDraft, 'contact'>): void => {
    if (phone !== '' || contact.trim() === '') return
    call(updateProfile, { body: { phone: contact } }).then(
      () => queryClient.invalidateQueries({ queryKey: keyOf(readProfile) }),
      // It is asked for again, which is no loss.
      () => {},
    )
  }
}
