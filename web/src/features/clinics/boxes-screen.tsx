import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { listClinicManifests, listTubesToSend, makeManifest } from '#contract/manifests.ts'
import { queryFor } from '../../api/queries.ts'
import { CelsiusField } from '../../screen/celsius-field.tsx'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { ListScreen } from '../../screen/list.tsx'
import { useFormDialog } from '../../screen/use-form-dialog.ts'
import { useList } from '../../screen/use-list.ts'
import { EmptyTubeDrawing } from '../../ui/drawings.tsx'
import { TextField } from '../../ui/fields.tsx'
import { MultiSelect } from '../../ui/multi-select.tsx'
import { boxColumns } from './box-columns.tsx'

/** Boxes of samples that the facility has sent, the latest first. */
export function BoxesScreen() {
  const list = useList(listClinicManifests, { query: { limit: 50 } })
  return (
    <ListScreen
      title={t`Boxes of samples`}
      about={t`List the tubes of a box before the courier takes it. The laboratory checks them on arrival.`}
      action={<SendBox />}
      list={list}
      failure={t`The boxes could not be loaded`}
      caption={t`Boxes, latest first`}
      rowKey={({ id }) => id}
      empty={{
        picture: <EmptyTubeDrawing />,
        title: t`No boxes`,
        about: t`The boxes that you send appear here, with the status of each tube.`,
      }}
      columns={[
        {
          header: t`Box`,
          cell: ({ id, code }) => (
            <Link to="/clinic/boxes/$id" params={{ id }}>
              {code}
            </Link>
          ),
        },
        ...boxColumns,
      ]}
    />
  )
}

function SendBox() {
  const [chosen, setChosen] = useState<string[]>([])
  const navigate = useNavigate()
  const tubes = useQuery(queryFor(listTubesToSend)).data?.tubes ?? []
  const dialog = useFormDialog(makeManifest, {
    body: ({ courier, celsius }) => ({
      accessions: chosen,
      courier,
      celsius: typeof celsius === 'number' ? celsius : null,
    }),
    onDone: ({ id }) => navigate({ to: '/clinic/boxes/$id', params: { id } }),
  })
  return (
    <DialogForm
      opener={{
        variant: 'primary',
        whyNot: tubes.length === 0 ? t`There are no tubes to send. Record a sample collection first.` : null,
        onClick: () => {
          setChosen(tubes.map(({ accession }) => accession))
          dialog.show()
        },
        children: t`Send a box`,
      }}
      {...dialog}
      title={t`Send a box`}
      submit={t`Send`}
    >
      <MultiSelect
        name="accessions"
        label={t`Tubes`}
        choices={tubes.map(({ accession, patient, tube }) => ({
          value: accession,
          label: `${accession} ${patient}`,
          note: tube,
        }))}
        chosen={chosen}
        onChange={setChosen}
        placeholder={t`Scan or type a number`}
      />
      <TextField name="courier" label={t`Courier`} optional maxLength={120} autoComplete="off" />
      <CelsiusField />
    </DialogForm>
  )
}
