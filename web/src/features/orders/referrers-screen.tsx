import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Facility, facilityKinds, listReferrers, type Referrer, resultWays } from '#contract/orders.ts'
import { queryFor } from '../../api/queries.ts'
import { translated } from '../../lib/translated.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { MailAddress } from '../../ui/mail-address.tsx'
import { FacilityForm, ReferrerForm } from './referrer-forms.tsx'

type Edited = { kind: 'referrer'; of: Referrer | null } | { kind: 'facility'; of: Facility | null } | null

/** Doctors and other clinicians who ask for tests, and facilities with their way of getting results. */
export function ReferrersScreen() {
  const { data } = useSuspenseQuery(queryFor(listReferrers))
  const [edited, setEdited] = useState<Edited>(null)
  const close = () => setEdited(null)
  const referrers: readonly Column<Referrer>[] = [
    {
      header: t`Name`,
      cell: (one) => <Named name={one.fullName} ended={one.ended} />,
      sort: ({ fullName }) => fullName,
    },
    {
      header: t`Facility`,
      cell: ({ facility }) => facility?.name ?? '–',
      sort: ({ facility }) => facility?.name ?? '',
    },
    { header: t`Licence number`, cell: ({ licenceNumber }) => licenceNumber || '–' },
    { header: t`Contact`, cell: (one) => <Contact of={one} /> },
    {
      header: t`Change`,
      cell: (one) => (
        <Button
          aria-label={t`Change ${one.fullName}`}
          onClick={() => setEdited({ kind: 'referrer', of: one })}
        >
          <Trans>Change</Trans>
        </Button>
      ),
    },
  ]
  const facilities: readonly Column<Facility>[] = [
    { header: t`Name`, cell: (one) => <Named name={one.name} ended={one.ended} />, sort: ({ name }) => name },
    { header: t`Kind`, cell: ({ kind }) => translated(facilityKinds[kind]) },
    { header: t`Results`, cell: ({ resultsBy }) => translated(resultWays[resultsBy]) },
    { header: t`Contact`, cell: (one) => <Contact of={one} /> },
    {
      header: t`Change`,
      cell: (one) => (
        <Button aria-label={t`Change ${one.name}`} onClick={() => setEdited({ kind: 'facility', of: one })}>
          <Trans>Change</Trans>
        </Button>
      ),
    },
  ]
  return (
    <div className="stack gap-6">
      <Card aria-labelledby="referrers">
        <h2 id="referrers" className="mb-4">
          <Trans>Requesters</Trans>
        </h2>
        <DataTable
          caption={t`Requesters`}
          rows={data.referrers}
          rowKey={({ id }) => id}
          empty={<p>{t`There is none yet.`}</p>}
          columns={referrers}
        />
        <Button className="mt-4" onClick={() => setEdited({ kind: 'referrer', of: null })}>
          <Trans>Add a requester</Trans>
        </Button>
      </Card>
      <Card aria-labelledby="facilities">
        <h2 id="facilities" className="mb-4">
          <Trans>Facilities</Trans>
        </h2>
        <DataTable
          caption={t`Facilities`}
          rows={data.facilities}
          rowKey={({ id }) => id}
          empty={<p>{t`There is none yet.`}</p>}
          columns={facilities}
        />
        <Button className="mt-4" onClick={() => setEdited({ kind: 'facility', of: null })}>
          <Trans>Add a facility</Trans>
        </Button>
      </Card>
      {edited?.kind === 'referrer' && (
        <ReferrerForm of={edited.of} facilities={data.facilities} onClose={close} />
      )}
      {edited?.kind === 'facility' && <FacilityForm of={edited.of} onClose={close} />}
    </div>
  )
}

function Named({ name, ended }: { name: string; ended: boolean }) {
  return (
    <>
      <strong>
        <bdi>{name}</bdi>
      </strong>{' '}
      {ended && <Badge tone="neutral">{t`Not offered`}</Badge>}
    </>
  )
}

function Contact({ of: { phone, email } }: { of: { phone: string; email: string } }) {
  if (phone === '' && email === '') return '–'
  return (
    <>
      {phone} {email && <MailAddress address={email} />}
    </>
  )
}
