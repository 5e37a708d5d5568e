import { useLocation } from '@tanstack/react-router'
import { Notice } from '../../ui/notice.tsx'

/** Tells whoever was led here from a page of another role why. Gone with the next screen. */
export function SentHere() {
  const notice = useLocation({ select: ({ state }) => state.notice })
  if (notice === undefined) return null
  return (
    <div className="max-w-[calc(var(--page-wide)_+_48px)] px-6 pt-4 max-sm:px-4">
      <Notice role="status">
        <p>{notice}</p>
      </Notice>
    </div>
  )
}
