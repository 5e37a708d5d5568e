import { useLocation } from '@tanstack/react-router'
import { Notice } from '../../ui/notice.tsx'
import css from './sent-here.module.css'

/** Tells whoever was led here from a page of another role why. Gone with the next screen. */
export function SentHere() {
  const notice = useLocation({ select: ({ state }) => state.notice })
  if (notice === undefined) return null
  return (
    <div className={css.sent}>
      <Notice role="status">
        <p>{notice}</p>
      </Notice>
    </div>
  )
}
