import { changeLaboratory } from '#contract/settings.ts'
import { renew } from '../../api/queries.ts'
import { useCall } from '../../screen/use-call.ts'

/** Saving a part of the settings. If another person saved first, `theirs` is what they saved. */
export function useSaving<Body>(save: (body: Body) => Promise<{ message: string }>, onSaved?: () => void) {
  const saving = useCall(save, { onShown: onSaved })
  return {
    saving,
    /** Somebody else saved this part meanwhile. */
    faster: saving.error?.code === 'changed_meanwhile',
    theirs: async () => {
      await renew(changeLaboratory)
      saving.reset()
    },
  }
}
