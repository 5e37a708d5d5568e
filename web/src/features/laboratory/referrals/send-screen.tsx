import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import {
  listReferralLaboratories,
  listReferredTubes,
  packBox,
  type ReferredTube,
} from '#contract/referrals.ts'
import { transportStates } from '#contract/transport.ts'
import { call } from '../../../api/client.ts'
import { queryFor } from '../../../api/queries.ts'
import { spaced } from '../../../lib/accession.ts'
import { sayList } from '../../../lib/locale.ts'
import { browserZone } from '../../../lib/times.ts'
import { translated } from '../../../lib/translated.ts'
import { Screen } from '../../../screen/screen.tsx'
import { useCall } from '../../../screen/use-call.ts'
import { Button } from '../../../ui/button.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { EmptyTubeDrawing } from '../../../ui/drawings.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { CheckIcon } from '../../../ui/icons.tsx'
import { KeyButton } from '../../../ui/key-button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { When } from '../../../ui/when.tsx'
import { beep } from '../bench/beep.ts'
import { Bench } from '../bench/bench.tsx'
import type { Found } from '../bench/scan-bar.tsx'

/** Fills a box for a laboratory, one scan after the other. */
export function SendScreen({ id }: { id: string }) {
  const { laboratories } = useSuspenseQuery(queryFor(listReferralLaboratories)).data
  const { tubes } = useSuspenseQuery(queryFor(listReferredTubes, { query: { laboratoryId: id } })).data
  /** By the tube of the tasks, the tube in the box: itself or an aliquot. */
  const [packed, setPacked] = useState<ReadonlyMap<string, string>>(new Map())
  const [wrong, setWrong] = useState<string | null>(null)
  const navigate = useNavigate()
  const name = laboratories.find((one) => one.id === id)?.name ?? ''
  const pack = useCall(
    () => call(packBox, { body: { laboratoryId: id, accessions: [...packed.values()] } }),
    { saysRefusal: true, onDone: (box) => navigate({ to: '/referrals/boxes/$id', params: { id: box.id } }) },
  )
  const inBox = tubes.filter(({ accession }) => packed.has(accession))
  const [first] = inBox
  const refuse = (why: string) => {
    beep('bad')
    setWrong(why)
  }
  const put = (tube: ReferredTube, accession: string) => {
    if (first && first.transport !== tube.transport) {
      const temperature = translated(transportStates[tube.transport])
      return refuse(t`${spaced(accession)} travels at another temperature: ${temperature}. Use another box.`)
    }
    beep('good')
    setWrong(null)
    setPacked((before) => new Map(before).set(tube.accession, accession))
  }
  const found = ({ kind, id: code }: Found) => {
    const tube =
      kind === 'sample' && tubes.find((one) => one.accession === code || one.aliquots.includes(code))
    if (tube) put(tube, code)
    else
      refuse(
        t`${kind === 'sample' ? spaced(code) : code} is not waiting to be sent to ${name}. Put the tube aside.`,
      )
    return true
  }
  const takeOut = (accession: string) =>
    setPacked((before) => new Map([...before].filter(([one]) => one !== accession)))
  const [count, all] = [inBox.length, tubes.length]
  return (
    <Bench
      scanHint={t`Scan one tube after another as you put them into the box.`}
      onFound={found}
      onFailed={(code, why) => refuse(`${code}: ${why}`)}
    >
      <Screen
        rhythm="cards"
        title={t`Box for ${name}`}
        about={t`${count} of ${all} tubes are in the box.`}
        action={
          <KeyButton
            shortcut="P"
            variant="primary"
            pending={pack.isPending}
            whyNot={count === 0 ? t`Scan the first tube.` : null}
            onPress={() => pack.mutate()}
          >
            {t`Close the box`}
          </KeyButton>
        }
      >
        {first && <p className="font-600">{translated(transportStates[first.transport])}</p>}
        {wrong && (
          <Notice kind="error">
            <p>{wrong}</p>
          </Notice>
        )}
        <DataTable
          caption={t`Tubes waiting to be sent`}
          rows={tubes}
          rowKey={({ accession }) => accession}
          columns={columnsWith(packed, (tube) => put(tube, tube.accession), takeOut)}
          empty={
            <EmptyState
              picture={<EmptyTubeDrawing />}
              title={<h2>{t`No tubes are waiting to be sent`}</h2>}
              about={t`Tubes appear here when they are received at the bench.`}
            />
          }
        />
      </Screen>
    </Bench>
  )
}

const columnsWith = (
  packed: ReadonlyMap<string, string>,
  put: (tube: ReferredTube) => void,
  takeOut: (accession: string) => void,
): readonly Column<ReferredTube>[] => [
  {
    header: t`Sample`,
    cell: ({ accession, patient }) => (
      <>
        <strong className="figures">{spaced(packed.get(accession) ?? accession)}</strong>
        <span className="hint block">{patient}</span>
      </>
    ),
  },
  {
    header: t`Tube`,
    cell: ({ tube, specimen }) => (
      <>
        {specimen}
        <span className="hint block">{tube}</span>
      </>
    ),
  },
  { header: t`Tests`, cell: ({ tests }) => sayList(tests) },
  { header: t`Temperature`, cell: ({ transport }) => translated(transportStates[transport]) },
  {
    header: t`Collected`,
    cell: ({ collectedAt }) => <When at={collectedAt} zone={browserZone()} distance={false} />,
  },
  {
    header: t`Box`,
    align: 'end',
    cell: (tube) =>
      packed.has(tube.accession) ? (
        <>
          <CheckIcon size={18} className="me-2 inline text-leaf-ink" />
          <span className="visually-hidden">{t`In the box`}</span>
          <Button
            variant="plain"
            aria-label={t`Take out ${tube.accession}`}
            onClick={() => takeOut(tube.accession)}
          >
            <Trans>Take out</Trans>
          </Button>
        </>
      ) : (
        <Button variant="plain" aria-label={t`Put in ${tube.accession}`} onClick={() => put(tube)}>
          <Trans>Put in</Trans>
        </Button>
      ),
  },
]
