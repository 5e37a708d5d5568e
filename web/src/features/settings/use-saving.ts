import { useMutation, useQueryClient } from '@tanstack/react-query'
import { visitsOutside } from '#contract/closures.ts'
import { queueSettings } from '#contract/queue-manager.ts'
import { settings } from '#contract/settings.ts'
import { laboratory } from '#contract/sites.ts'
import type { ApiError } from '../../api/api-error.ts'
import { keyOf } from '../../api/queries.ts'
import { toast } from '../../ui/toast.tsx'

/**
 * Saving a part of the settings: says that it is done, and asks for them anew, and for what everybody knows of the
 * laboratory. A refusal is the form's to show; when somebody else was faster, `theirs` gives what they saved.
 */
export function useSaving<Body>(save: (body: Body) => Promise<{ message: string }>, onSaved?: () => void) {
  const queryClient = useQueryClient()
  const renew = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: keyOf(settings) }),
      queryClient.invalidateQueries({ queryKey: keyOf(queueSettings) }),
      queryClient.invalidateQueries({ queryKey: keyOf(laboratory) }),
      // Who lies outside the hours is another question once they, or the zone, are others.
      queryClient.invalidateQueries({ queryKey: keyOf(visitsOutside) }),
    ])
  const saving = useMutation<{ message: string }, ApiError, Body>({
    mutationFn: save,
    onSuccess: async ({ message }) => {
      toast('success', message)
      await renew()
      onSaved?.()
    },
  })
  const faster = saving.error?.code === 'changed_meanwhile'
  return {
    saving,
    /** Somebody else saved this part meanwhile. */
    faster,
    theirs: async () => {
      await renew()
      saving.reset()
    },
  }
}
