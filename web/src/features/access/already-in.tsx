import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { readProfile } from '#contract/access.ts'
import { queryFor } from '../../api/queries.ts'
import { sessionToken } from '../../api/session.ts'
import { destination } from '../../lib/role-home.ts'
import { Button } from '../../ui/button.tsx'

/** Somebody with a live session (fresh from their code, or back by a bookmark) need not log in once more. */
export function AlreadyIn({ from }: { from: string | undefined }) {
  const router = useRouter()
  // As it was when the screen opened: whoever logs in here is led on, and nothing is asked for a screen that goes.
  const [signedIn] = useState(() => sessionToken() !== null)
  const { data: me } = useQuery({ ...queryFor(readProfile), enabled: signedIn })
  // What was loaded before a session ended is still in memory.
  if (!me || !signedIn) return null
  return (
    <section className="stack mb-5 gap-4" aria-label={t`You are logged in`}>
      <p>
        <Trans>
          You are logged in as <strong>{me.fullName}</strong>.
        </Trans>
      </p>
      <Button variant="primary" wide onClick={() => router.history.push(destination(me.role, from))}>
        <Trans>Continue</Trans>
      </Button>
      <p className="border-t pt-5 text-ink-soft">
        <Trans>Or log in as somebody else:</Trans>
      </p>
    </section>
  )
}
