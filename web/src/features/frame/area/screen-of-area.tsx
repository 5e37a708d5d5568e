import { CatchBoundary, Outlet, useMatches } from '@tanstack/react-router'
import { ScreenFailure } from '../../../screen/screen-failure.tsx'

/** The open screen of an area. If it fails and its route shows no error of its own, the frame with the other screens stays. */
export function ScreenOfArea() {
  const matches = useMatches()
  return (
    <CatchBoundary getResetKey={() => matches} errorComponent={ScreenFailure}>
      <Outlet />
    </CatchBoundary>
  )
}
