import { messages } from '#contract/messages.ts'
import { LetterDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

/** What takes the form's place when the message is on its way. It takes the focus, which the form's end would lose. */
export function Thanks() {
  return (
    <div role="status" tabIndex={-1} ref={(thanks) => thanks?.focus()} style={{ outline: 'none' }}>
      <EmptyState picture={<LetterDrawing />} title={messages.contact.thanks} about={messages.contact.hint} />
    </div>
  )
}
