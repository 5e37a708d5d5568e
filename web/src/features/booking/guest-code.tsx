import { Trans } from '@lingui/react/macro'
import { type ComponentType, type ReactNode, Suspense, useState } from 'react'
import { messages } from '#contract/messages.ts'
import { translated } from '../../lib/translated.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import type { GuestBooking } from './use-guest-booking.ts'

/** The field for the code that confirms an address; it belongs to the `access` feature and is passed in. */
export type CodePart = ComponentType<{
  address: string
  pending: boolean
  resend: () => Promise<unknown>
  onSignedIn: () => void
}>

/** The last step of a guest's booking: the code. */
export function GuestCode({
  code: Code,
  address,
  said,
  notice,
  booking,
  resend,
  onBack,
}: {
  code: CodePart
  address: string
  said: ReactNode
  notice: ReactNode
  booking: GuestBooking
  resend: () => Promise<unknown>
  onBack: () => void
}) {
  const [isSignedIn, setSignedIn] = useState(false)
  return (
    <div className="stack max-w-130 gap-4 [&>p]:flex-none">
      {notice}
      <Card className="stack gap-4 [&_h2]:text-l">
        <h2>
          <Trans>Your code</Trans>
        </h2>
        <p>
          <Trans>
            We sent a code to <strong>{address}</strong>. Enter it here to book your appointment. The code
            works once, within 10 minutes.
          </Trans>
        </p>
        {booking.error && (
          <Notice kind="error" role="alert">
            <p>
              <strong>{translated(messages.booking.failure)}</strong>
            </p>
            <p>{booking.error.message}</p>
            <p>
              <Button variant="primary" onClick={booking.go}>
                <Trans>Try again</Trans>
              </Button>
            </p>
          </Notice>
        )}
        {isSignedIn ? (
          !booking.error && (
            <p role="status">
              <Trans>Booking…</Trans>
            </p>
          )
        ) : (
          <Suspense fallback={<SkeletonLines says={translated(messages.loading.any)} />}>
            <Code
              address={address}
              pending={booking.isPending}
              resend={resend}
              onSignedIn={() => {
                setSignedIn(true)
                booking.go()
              }}
            />
          </Suspense>
        )}
        {said}
        {!isSignedIn && (
          <p>
            <Button variant="plain" onClick={onBack}>
              <Trans>Back to the form</Trans>
            </Button>
          </p>
        )}
      </Card>
    </div>
  )
}
