import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { messages } from '#contract/messages.ts'
import { translated } from '../../lib/translated.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyTubeDrawing } from '../../ui/drawings.tsx'
import { PublicFrame } from './public-frame.tsx'
import { WholePage } from './whole-page.tsx'

export function NotFound() {
  return (
    <PublicFrame>
      <WholePage
        picture={<EmptyTubeDrawing />}
        title={translated(messages.notFound)}
        about={t`The address may be mistyped, or the page has moved. Nothing you saved is lost.`}
      >
        <a className={buttonClass({ variant: 'primary' })} href="/">
          <Trans>Go To HomePage</Trans>
        </a>
      </WholePage>
    </PublicFrame>
  )
}
