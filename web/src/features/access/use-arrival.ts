import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { messages } from '#contract/messages.ts'
import type { Role } from '#contract/options.ts'
import { startSession } from '../../api/session.ts'
import { destination, homeOf } from '../../lib/role-home.ts'
import { translated } from '../../lib/translated.ts'
import { toast } from '../../ui/toast.tsx'
import { claimForms } from './session-ended.ts'

/** What the different ways of signing in have in common. */
export type Arrived = { token: string; user: { id: string; role: Role }; message: string }

/** What follows a successful sign-in of any kind: the session is kept, the role decides where to. */
export function useArrival(from: string | undefined): (answer: Arrived) => Promise<void> {
  const router = useRouter()
  const queryClient = useQueryClient()
  return async ({ token, user, message }) => {
    // What was read for whoever was here before is not theirs.
    queryClient.clear()
    if (!homeOf(user.role)) {
      toast('error', translated(messages.login.unknownRole))
      await router.navigate({ to: '/not-authorized', replace: true })
      return
    }
    startSession(token)
    claimForms(user.id)
    toast('success', message || translated(messages.login.success))
    router.history.replace(destination(user.role, from))
  }
}
