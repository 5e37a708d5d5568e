import { createFileRoute, Outlet } from '@tanstack/react-router'
import { PublicFrame } from '../features/frame/public-frame.tsx'

/** The frame of every screen that needs no account; it adds nothing to their addresses. */
export const Route = createFileRoute('/_public')({
  component: () => (
    <PublicFrame>
      <Outlet />
    </PublicFrame>
  ),
})
