import { messages } from '#contract/messages.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyTubeDrawing } from '../../ui/drawings.tsx'
import { PublicFrame } from './public-frame.tsx'
import { WholePage } from './whole-page.tsx'

export function NotFound() {
  return (
    <PublicFrame>
      <WholePage
        picture={<EmptyTubeDrawing />}
        title={messages.notFound}
        about="The address may be mistyped, or the page has moved. Nothing you saved is lost."
      >
        <a className={buttonClass({ variant: 'primary' })} href="/">
          Go To HomePage
        </a>
      </WholePage>
    </PublicFrame>
  )
}
