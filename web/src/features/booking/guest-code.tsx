import { type ComponentType, type ReactNode, useState } from 'react'
import { messages } from '#contract/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { GuestBooking } from './use-guest-booking.ts'
import css from './visit-form.module.css'

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
    <div className={css.code}>
      {notice}
      <Card className={css.part}>
        <h2>Your code</h2>
        <p>
          We sent a code to <strong>{address}</strong>. Enter it here to book your appointment. The code works
          once, within 10 minutes.
        </p>
        {booking.error && (
          <Notice kind="error" role="alert">
            <p>
              <strong>{messages.booking.failure}</strong>
            </p>
            <p>{booking.error.message}</p>
            <p>
              <Button variant="primary" onClick={booking.go}>
                Try again
              </Button>
            </p>
          </Notice>
        )}
        {isSignedIn ? (
          !booking.error && <p role="status">Booking…</p>
        ) : (
          <Code
            address={address}
            pending={booking.isPending}
            resend={resend}
            onSignedIn={() => {
              setSignedIn(true)
              booking.go()
            }}
          />
        )}
        {said}
        {!isSignedIn && (
          <p>
            <Button variant="plain" onClick={onBack}>
              Back to the form
            </Button>
          </p>
        )}
      </Card>
    </div>
  )
}
