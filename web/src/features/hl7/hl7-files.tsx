import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { readHl7Connection } from '#contract/hl7.ts'
import { addHl7File, type Hl7File, listHl7Files, makeHl7File, readHl7File } from '#contract/hl7-files.ts'
import { errorText } from '../../api/api-error.ts'
import { call, callForResponse } from '../../api/client.ts'
import { queryFor } from '../../api/queries.ts'
import { browserZone } from '../../lib/times.ts'
import { useCall } from '../../screen/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { When } from '../../ui/when.tsx'

/** The latest batch files of a hospital without a line. */
export function Hl7Files({
  connection: { id, waiting, endedAt },
}: {
  connection: ResponseOf<typeof readHl7Connection>
}) {
  const { data } = useSuspenseQuery(queryFor(listHl7Files, { params: { id }, query: { limit: 20 } }))
  return (
    <Card className="stack mb-5 gap-4" aria-labelledby="files">
      <h2 id="files">
        <Trans>Batch files</Trans>
      </h2>
      <DataTable
        caption={t`Batch files, latest first`}
        columns={columnsOf(id)}
        rows={data.rows}
        rowKey={(file) => file.id}
        empty={<p>{t`No files yet. They are text files that begin with FHS, BHS or MSH.`}</p>}
      />
      {endedAt === null && (
        <div className="flex flex-wrap gap-3">
          <AddFile id={id} />
          <MakeFile id={id} waiting={waiting} />
        </div>
      )}
    </Card>
  )
}

const columnsOf = (id: string): readonly Column<Hl7File>[] => [
  { header: t`Time`, cell: ({ at }) => <When at={at} zone={browserZone()} /> },
  {
    header: t`File`,
    cell: ({ name, by }) => (
      <>
        <span className="wrap-anywhere">{name}</span>
        <span className="hint block">{by}</span>
      </>
    ),
  },
  { header: t`Messages`, cell: ({ messages }) => String(messages) },
  { header: t`Download`, cell: (file) => <TakeFile id={id} file={file} /> },
]

/** Of a file of the hospital, the acknowledgements are downloaded. */
function TakeFile({ id, file }: { id: string; file: Hl7File }) {
  const isSent = file.direction === 'out'
  const take = useCall(
    async () => {
      const response = await callForResponse(readHl7File, { params: { id, file: file.id } })
      saveFile(await response.blob(), isSent ? file.name : `answers-${file.name}`)
    },
    { says: false, saysRefusal: (error) => errorText(error, t`The file could not be loaded. Try again.`) },
  )
  return (
    <Button variant="plain" pending={take.isPending} onClick={() => take.mutate()}>
      {isSent ? <Trans>Messages</Trans> : <Trans>Acknowledgements</Trans>}
    </Button>
  )
}

function AddFile({ id }: { id: string }) {
  const input = useRef<HTMLInputElement>(null)
  const add = useCall(
    (file: File) =>
      call(addHl7File, {
        params: { id },
        headers: { 'x-file-name': encodeURIComponent(file.name) },
        body: file,
      }),
    { saysRefusal: true },
  )
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".hl7,.txt,text/plain"
        aria-label={t`File of the hospital`}
        className="visually-hidden"
        tabIndex={-1}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          event.currentTarget.value = ''
          if (file) add.mutate(file)
        }}
      />
      <Button pending={add.isPending} onClick={() => input.current?.click()}>
        <Trans>Add a file of the hospital</Trans>
      </Button>
    </>
  )
}

function MakeFile({ id, waiting }: { id: string; waiting: number }) {
  const make = useCall(() => call(makeHl7File, { params: { id } }), { saysRefusal: true })
  return (
    <Button disabled={waiting === 0} pending={make.isPending} onClick={() => make.mutate()}>
      <Trans>Put waiting messages into a file</Trans>
    </Button>
  )
}
