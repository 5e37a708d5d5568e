import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { readCatalogue } from '#contract/catalogue.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import {
  type Hl7Code,
  type Hl7CodeKind,
  hl7CodeKinds,
  mapHl7Code,
  type readHl7Connection,
} from '#contract/hl7.ts'
import { laboratory } from '#contract/sites.ts'
import { call } from '../../api/client.ts'
import { queryFor } from '../../api/queries.ts'
import { choicesIn, translated } from '../../lib/translated.ts'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { useCall } from '../../screen/use-call.ts'
import { useFormDialog } from '../../screen/use-form-dialog.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'

/** What the codes of the hospital mean. */
export function Hl7Codes({
  connection: { id, codes, endedAt },
}: {
  connection: ResponseOf<typeof readHl7Connection>
}) {
  const columns: readonly Column<Hl7Code>[] = [
    { header: t`Code`, cell: ({ code }) => <strong className="wrap-anywhere">{code}</strong> },
    { header: t`Kind`, cell: ({ kind }) => translated(hl7CodeKinds[kind]) },
    {
      header: t`Meaning`,
      cell: ({ kind, means, name }) => {
        if (name === '') return means
        return kind === 'location' ? name : `${name} (${means})`
      },
    },
    {
      header: t`Actions`,
      cell: (one) => (endedAt === null ? <RemoveCode id={id} of={one} /> : '–'),
    },
  ]
  return (
    <Card className="stack mb-5 gap-4" aria-labelledby="codes">
      <h2 id="codes">
        <Trans>Codes of the hospital</Trans>
      </h2>
      <DataTable
        caption={t`Codes of the hospital`}
        rows={codes}
        rowKey={({ kind, code }) => `${kind} ${code}`}
        empty={<p>{t`No codes yet. LOINC codes (LN) and the laboratory’s own codes (PHIAL) need none.`}</p>}
        columns={columns}
      />
      {endedAt === null && (
        <p>
          <AddCode id={id} />
        </p>
      )}
    </Card>
  )
}

function RemoveCode({ id, of: { kind, code } }: { id: string; of: Hl7Code }) {
  const remove = useCall(() => call(mapHl7Code, { params: { id }, body: { kind, code, means: '' } }), {
    saysRefusal: true,
  })
  return (
    <Button
      variant="plain"
      aria-label={t`Remove ${code}`}
      pending={remove.isPending}
      onClick={() => remove.mutate()}
    >
      <Trans>Remove</Trans>
    </Button>
  )
}

function AddCode({ id }: { id: string }) {
  const dialog = useFormDialog(mapHl7Code, {
    params: { id },
    start: { kind: 'test' as const, code: '', means: '' },
  })
  const kind = dialog.form.watch('kind') as Hl7CodeKind
  return (
    <DialogForm
      {...dialog}
      opener={{ children: t`Add a code` }}
      scope="hl7-code"
      title={t`Add a code`}
      submit={t`Save`}
    >
      <SelectField name="kind" label={t`Kind`} options={choicesIn(hl7CodeKinds)} />
      <TextField name="code" label={t`Code of the hospital`} required maxLength={60} data-first-focus="" />
      {kind === 'authority' ? (
        <TextField
          name="means"
          label={t`System of identifiers in FHIR`}
          required
          maxLength={300}
          hint={t`A URI. Then the hospital’s numbers are the same in HL7 v2 and in FHIR.`}
        />
      ) : (
        <MeaningField kind={kind} />
      )}
    </DialogForm>
  )
}

/** The test, the analyte or the site that a code means. */
function MeaningField({ kind }: { kind: Exclude<Hl7CodeKind, 'authority'> }) {
  const { data: catalogue } = useQuery(queryFor(readCatalogue))
  const { data: home } = useQuery(queryFor(laboratory))
  const named = ({ code, name }: { code: string; name: string }) => ({
    value: code,
    label: `${name} (${code})`,
  })
  const meanings = {
    test: { label: t`Test`, first: t`Choose a test`, options: catalogue?.tests.map(named) },
    analyte: { label: t`Analyte`, first: t`Choose an analyte`, options: catalogue?.analytes.map(named) },
    location: {
      ...{ label: t`Site`, first: t`Choose a site` },
      options: home?.sites.map(({ id, name }) => ({ value: id, label: name })),
    },
  }
  const { label, first, options = [] } = meanings[kind]
  return <SelectField name="means" label={label} options={[{ value: '', label: first }, ...options]} />
}
