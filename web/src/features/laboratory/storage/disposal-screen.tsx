import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { cancelDisposal, confirmDisposal, type Disposal, readDisposal } from '#contract/storage.ts'
import { call } from '../../../api/client.ts'
import { queryFor } from '../../../api/queries.ts'
import { spaced } from '../../../lib/accession.ts'
import { browserZone } from '../../../lib/times.ts'
import { Screen } from '../../../screen/screen.tsx'
import { useCall } from '../../../screen/use-call.ts'
import { Button } from '../../../ui/button.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { CheckIcon } from '../../../ui/icons.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Page } from '../../../ui/page.tsx'
import { When } from '../../../ui/when.tsx'
import { beep } from '../bench/beep.ts'
import { CodeBar } from '../bench/code-bar.tsx'
import { DisposalState } from './due-screen.tsx'

type Tube = Disposal['list'][number]

/** A disposal list: a second person scans each tube while discarding it, and confirms the list. */
export function DisposalScreen({ id }: { id: string }) {
  const { data: disposal } = useSuspenseQuery(queryFor(readDisposal, { params: { id } }))
  const { list, whyNotConfirm, madeBy, madeAt, confirmedAt, cancelledAt } = disposal
  const field = useRef<HTMLInputElement>(null)
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const [wrong, setWrong] = useState<string | null>(null)
  const confirm = useCall(() => call(confirmDisposal, { params: { id }, body: { accessions: [...gone] } }), {
    saysRefusal: true,
  })
  const cancel = useCall(() => call(cancelDisposal, { params: { id } }), { saysRefusal: true })
  const isOpen = confirmedAt === null && cancelledAt === null
  const mark = (accession: string) => setGone((before) => new Set([...before, accession]))
  const scan = (code: string) => {
    const accession = code.replace(/[\s-]/g, '')
    const isListed = list.some((tube) => tube.accession === accession)
    beep(isListed ? 'good' : 'bad')
    setWrong(isListed ? null : t`${code} is not on this list. Put the tube back.`)
    if (isListed) mark(accession)
  }
  const left = list.length - gone.size
  return (
    <Page>
      {isOpen && whyNotConfirm === null && (
        <CodeBar field={field} busy={false} hint={t`Scan each tube as you discard it.`} onCode={scan} />
      )}
      <Screen
        rhythm="cards"
        title={t`Disposal list`}
        state={<DisposalState disposal={disposal} />}
        about={
          <>
            {madeBy}, <When at={madeAt} zone={browserZone()} distance={false} />
          </>
        }
        action={
          isOpen && (
            <Button
              variant="primary"
              pending={confirm.isPending}
              whyNot={whyNotConfirm ?? (gone.size === 0 ? t`Scan the first tube.` : null)}
              onClick={() => confirm.mutate()}
            >
              {plural(gone.size, {
                one: 'Confirm: # tube discarded',
                other: 'Confirm: # tubes discarded',
              })}
            </Button>
          )
        }
      >
        {wrong && (
          <Notice kind="error">
            <p>{wrong}</p>
          </Notice>
        )}
        {isOpen && gone.size > 0 && left > 0 && (
          <p className="hint" role="status">
            {plural(left, {
              one: '# tube has not been scanned. If you confirm now, it is kept.',
              other: '# tubes have not been scanned. If you confirm now, they are kept.',
            })}
          </p>
        )}
        <DataTable
          caption={t`Tubes on the list`}
          rows={list}
          rowKey={({ accession }) => accession}
          columns={columnsWith(gone, isOpen && whyNotConfirm === null ? mark : null)}
          empty={null}
        />
        {isOpen && (
          <p>
            <Button variant="plain" pending={cancel.isPending} onClick={() => cancel.mutate()}>
              <Trans>Cancel this disposal list</Trans>
            </Button>
          </p>
        )}
      </Screen>
    </Page>
  )
}

const columnsWith = (
  gone: ReadonlySet<string>,
  mark: ((accession: string) => void) | null,
): readonly Column<Tube>[] => [
  {
    header: t`Tube`,
    cell: ({ accession, specimen }) => (
      <>
        <Link to="/sample/$accession" params={{ accession }} className="figures">
          {spaced(accession)}
        </Link>
        <span className="hint block">{specimen}</span>
      </>
    ),
  },
  { header: t`Place`, cell: ({ place }) => place },
  { header: t`Status`, cell: (tube) => <State tube={tube} isGone={gone.has(tube.accession)} mark={mark} /> },
]

function State({
  tube: { accession, state },
  isGone,
  mark,
}: {
  tube: Tube
  isGone: boolean
  mark: ((accession: string) => void) | null
}) {
  if (state === 'discarded') return <>{t`Discarded`}</>
  if (state === 'kept') return <>{t`Kept`}</>
  if (isGone) {
    return (
      <>
        <CheckIcon size={18} className="me-2 inline text-leaf-ink" />
        {t`Discarded`}
      </>
    )
  }
  return mark ? (
    <Button variant="plain" aria-label={t`Mark ${accession} as discarded`} onClick={() => mark(accession)}>
      <Trans>Mark</Trans>
    </Button>
  ) : (
    '–'
  )
}
