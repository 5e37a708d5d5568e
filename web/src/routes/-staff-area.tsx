import type { ReactNode } from 'react'
import { CallbackStrip } from '../features/results/callbacks/callback-strip.tsx'
import { Area } from './-area.tsx'
import '../ui/style/all.css'

/** The area of managers and technicians, with the alarm for critical values and the styles of staff screens. */
export function StaffArea({ notice }: { notice?: ReactNode }) {
  return (
    <Area
      alarm={
        <>
          {notice}
          <CallbackStrip />
        </>
      }
    />
  )
}
