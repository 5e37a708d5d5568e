import { messages } from '#contract/messages.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyTubeDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PublicFrame } from './public-frame.tsx'

export function NotFound() {
  return (
    <PublicFrame>
      <EmptyState
        picture={<EmptyTubeDrawing />}
        title={<h1 tabIndex={-1}>{messages.notFound}</h1>}
        about="The address may be mistyped, or the page has moved. Nothing you saved is lost."
        action={
          <a className={buttonClass({ variant: 'primary' })} href="/">
            Go To HomePage
          </a>
        }
      />
    </PublicFrame>
  )
}
