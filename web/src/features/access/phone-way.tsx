import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { laboratory } from '#contract/sites.ts'
import { queryFor } from '../../api/queries.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

/** Whether somebody can sign up and log in with a phone number here; undefined while that is not known. */
export const usePhoneOffered = (): boolean | undefined => useQuery(queryFor(laboratory)).data?.signIn.phone

/** The way in for people without an e-mail address, where the laboratory sends SMS. */
export function PhoneWay({ to, children }: { to: '/phone-login' | '/phone-sign-up'; children: ReactNode }) {
  if (!usePhoneOffered()) return null
  return (
    <div className="mt-5">
      <Link to={to} className={buttonClass({ wide: true })}>
        {children}
      </Link>
    </div>
  )
}

/** In place of the form where the laboratory sends no SMS. */
export function NoPhone({ to }: { to: '/login' | '/sign-up' }) {
  return (
    <Notice kind="warning">
      <p>
        <Trans>
          This laboratory sends no SMS. <Link to={to}>Use your e-mail address</Link>
        </Trans>
      </p>
    </Notice>
  )
}
