import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readProfile } from '#contract/access.ts'
import { endStaffSession, endStaffSessions, listStaffSessions } from '#contract/staff-sessions.ts'
import { call } from '../../api/client.ts'
import { queryFor } from '../../api/queries.ts'
import { SessionList } from '../../screen/session-list.tsx'
import { useCall } from '../../screen/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Failed } from '../../ui/failed.tsx'

type Person = { id: string; fullName: string }

/** Where somebody is logged in, for managers, who end sessions without deactivating the person. */
export function StaffSessions({ person }: { person: Person }) {
  const { data: me } = useSuspenseQuery(queryFor(readProfile))
  const [open, setOpen] = useState(false)
  if (me.role !== 'admin') return null
  const { fullName } = person
  return (
    <>
      <Button variant="plain" aria-label={t`Sessions of ${fullName}`} onClick={() => setOpen(true)}>
        <Trans>Sessions</Trans>
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={t`Where ${fullName} is logged in`}>
        {open && <Sessions person={person} />}
      </Dialog>
    </>
  )
}

function Sessions({ person: { id, fullName } }: { person: Person }) {
  const { data, error, refetch } = useQuery(queryFor(listStaffSessions, { params: { id } }))
  const says = ({ message }: { message: string }) => message
  const endOne = useCall((session: string) => call(endStaffSession, { params: { id, session } }), {
    says,
    saysRefusal: true,
  })
  const endAll = useCall(() => call(endStaffSessions, { params: { id } }), { says, saysRefusal: true })
  if (error && !data) {
    const failure = t`The sessions could not be loaded`
    return <Failed error={error} failure={failure} onRetry={() => void refetch()} />
  }
  if (!data) return null
  const { sessions, knownBrowsers } = data
  return (
    <>
      <p className="hint mb-4">
        {sessions.length === 0
          ? t`${fullName} is not logged in anywhere.`
          : t`A person who is logged out can log in again. To prevent that, deactivate the account.`}{' '}
        {knownBrowsers > 0 &&
          plural(knownBrowsers, {
            one: '# browser has logged in before.',
            other: '# browsers have logged in before.',
          })}
      </p>
      <SessionList
        sessions={sessions}
        ending={endOne.isPending ? endOne.variables : undefined}
        onEnd={(session) => endOne.mutate(session)}
      />
      {(sessions.length > 0 || knownBrowsers > 0) && (
        <DialogActions>
          <Button variant="danger" pending={endAll.isPending} onClick={() => endAll.mutate()}>
            <Trans>Log out everywhere</Trans>
          </Button>
        </DialogActions>
      )}
    </>
  )
}
