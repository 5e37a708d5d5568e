import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ResponseOf } from '#contract/endpoint.ts'
import { checkInAtKiosk } from '#contract/queue.ts'
import { laboratory } from '#contract/sites.ts'
import { queryFor } from '../../api/queries.ts'
import { ResourceForm } from '../../screen/resource-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { FormActions, SubmitButton } from '../../ui/form-actions.tsx'
import { PlaceCard } from './place-card.tsx'
import { useScreenAwake } from './use-screen-awake.ts'

type CheckedIn = ResponseOf<typeof checkInAtKiosk>

/** The next person must not see the last one's number. */
const shownForSeconds = 20

/** Check-in for whoever stands at it: scan the code, or type reference and surname. */
export function KioskScreen({ siteId }: { siteId: string | undefined }) {
  useScreenAwake()
  const { data: lab } = useSuspenseQuery(queryFor(laboratory))
  const [done, setDone] = useState<CheckedIn | null>(null)
  return (
    <main
      id="main"
      className="grid min-h-dvh content-start justify-items-center gap-8 px-4 py-[clamp(16px,4vw,64px)]"
    >
      <p className="font-600 text-ink-soft text-l">{lab.name}</p>
      {done ? (
        <Welcome checkedIn={done} onOver={() => setDone(null)} />
      ) : (
        <CheckIn siteId={siteId} onDone={setDone} />
      )}
    </main>
  )
}

function CheckIn({ siteId, onDone }: { siteId: string | undefined; onDone(checkedIn: CheckedIn): void }) {
  const place = useRef<HTMLDivElement>(null)
  const form = useResourceForm(checkInAtKiosk, { start: { siteId }, says: false, onDone })
  // A scanner types into whatever has the focus: it must be this field, whoever touched the screen before.
  useEffect(() => {
    place.current?.querySelector<HTMLInputElement>('input[name="code"]')?.focus()
  }, [])
  return (
    <div ref={place} className="grid w-full max-w-[32rem] gap-5">
      <h1 className="text-[clamp(1.728rem,5vw,2.986rem)]" tabIndex={-1}>
        <Trans>Welcome. Please check in</Trans>
      </h1>
      <p className="text-ink-soft text-l">
        <Trans>Hold your QR code under the scanner, or type your reference and your surname.</Trans>
      </p>
      <ResourceForm form={form}>
        <TextField
          name="code"
          label={t`Reference`}
          hint={t`Eight letters and digits, from your confirmation`}
          required
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <TextField name="surname" label={t`Surname`} hint={t`Not needed with a QR code`} autoComplete="off" />
        <FormActions>
          <SubmitButton wide pendingText={t`Checking in …`}>
            <Trans>Check in</Trans>
          </SubmitButton>
        </FormActions>
      </ResourceForm>
      <p className="text-ink-soft text-l">
        <Trans>No appointment, or no reference? Please ask at the desk.</Trans>
      </p>
    </div>
  )
}

function Welcome({ checkedIn, onOver }: { checkedIn: CheckedIn; onOver(): void }) {
  const [left, setLeft] = useState(shownForSeconds)
  const seconds = Math.max(0, left)
  const address = `${location.host}/place`
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
    const timer = setInterval(() => setLeft((before) => before - 1), 1_000)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    if (left <= 0) onOver()
  }, [left, onOver])
  return (
    <div className="grid w-full max-w-[32rem] gap-5">
      <h1 ref={heading} className="text-[clamp(1.728rem,5vw,2.986rem)]" tabIndex={-1}>
        <Trans>You are checked in</Trans>
      </h1>
      <p className="text-ink-soft text-l">{checkedIn.message}</p>
      <PlaceCard place={checkedIn.place} />
      <p className="text-ink-soft text-l">
        <Trans>
          Please take a seat and listen for your number. To follow the queue on your phone, open{' '}
          <strong>{address}</strong> and type{' '}
          <strong className="whitespace-nowrap text-ink tabular-nums tracking-[0.06em]">
            {checkedIn.passCode}
          </strong>
          .
        </Trans>
      </p>
      <Button variant="primary" wide onClick={onOver}>
        <Trans>Done ({seconds})</Trans>
      </Button>
    </div>
  )
}
