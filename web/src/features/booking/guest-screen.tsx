import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { catalogueTests, laboratory } from '#contract/sites.ts'
import { queryFor } from '../../api/queries.ts'
import { Screen } from '../../screen/screen.tsx'
import type { CodePart } from './guest-code.tsx'
import { GuestForm } from './guest-form.tsx'
import { guestHeading } from './guest-heading.ts'

/** Book a Lab Appointment without an account: the code that proves the address makes one, or logs in to it. */
export function GuestScreen(parts: { code: CodePart; terms: ReactNode }) {
  const { data: facts } = useSuspenseQuery(queryFor(laboratory))
  const { data: catalogue } = useSuspenseQuery(queryFor(catalogueTests))
  return (
    <Screen {...guestHeading()}>
      <GuestForm {...parts} laboratory={facts} catalogue={catalogue} />
    </Screen>
  )
}
