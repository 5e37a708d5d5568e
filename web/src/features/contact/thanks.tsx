import { messages } from '#contract/messages.ts'
import { translated } from '../../lib/translated.ts'
import { LetterDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

/** What takes the form's place when the message is on its way. It takes the focus, which the form's end would lose. */
export function Thanks({ as: Heading = 'p' }: { as?: 'h1' | 'p' }) {
  return (
    <div
      role="status"
      tabIndex={-1}
      ref={(thanks) => thanks?.focus()}
      className="outline-none [&_h1]:text-2xl"
    >
      <EmptyState
        picture={<LetterDrawing />}
        title={<Heading>{translated(messages.contact.thanks)}</Heading>}
        about={translated(messages.contact.hint)}
      />
    </div>
  )
}
