import { t } from '@lingui/core/macro'
import { useEffect } from 'react'
import { onWaiting } from '../../api/patience.ts'
import { toast } from '../../ui/toast.tsx'

/** Shows a message while calls are sent again because the database cannot be reached. */
export function useWaitingNotice(): void {
  useEffect(() => onWaiting(() => toast('pending', t`A moment. Nothing was lost.`)), [])
}
