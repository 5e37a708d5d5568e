import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  changeSignatory,
  changeSignature,
  listSignatories,
  removeSignature,
  type Signatory,
} from '#contract/settings.ts'
import { call } from '../../api/client.ts'
import { keyOf, queryFor } from '../../api/queries.ts'
import { ResourceForm } from '../../screen/resource-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/fields.tsx'
import { FormActions, SubmitButton } from '../../ui/form-actions.tsx'
import { ChoosePicture } from './picture-card.tsx'

/** How reports name the staff who authorise results. */
export function Signatories() {
  const { data } = useQuery(queryFor(listSignatories))
  const [editing, setEditing] = useState<string | null>(null)
  const chosen = data?.find(({ accountId }) => accountId === editing)
  return (
    <Card aria-labelledby="signatories">
      <h2 id="signatories" className="mb-4 text-l">
        <Trans>Who authorises results</Trans>
      </h2>
      <p className="text-ink-soft">
        <Trans>
          Reports name who released each test. Qualification, licence number and signature are printed if they
          are set.
        </Trans>
      </p>
      <DataTable
        caption={t`Who authorises results`}
        rows={data ?? []}
        rowKey={({ accountId }) => accountId}
        empty={null}
        columns={[
          { header: t`Name`, cell: ({ fullName }) => <bdi>{fullName}</bdi> },
          { header: t`Qualification`, cell: ({ qualification }) => qualification || '–' },
          { header: t`Licence number`, cell: ({ licenceNumber }) => licenceNumber || '–' },
          { header: t`Signature`, cell: ({ hasSignature }) => (hasSignature ? t`Set` : '–') },
          {
            header: t`Change`,
            cell: ({ accountId, fullName }) => (
              <Button aria-label={t`Change ${fullName}`} onClick={() => setEditing(accountId)}>
                <Trans>Change</Trans>
              </Button>
            ),
          },
        ]}
      />
      {chosen && <EditSignatory person={chosen} onClose={() => setEditing(null)} />}
    </Card>
  )
}

function EditSignatory({ person, onClose }: { person: Signatory; onClose: () => void }) {
  const queryClient = useQueryClient()
  const renew = () => queryClient.invalidateQueries({ queryKey: keyOf(listSignatories) })
  const params = { id: person.accountId }
  const form = useResourceForm(changeSignatory, { params, of: person, onDone: onClose })
  return (
    <Dialog open onClose={onClose} title={person.fullName}>
      <ResourceForm form={form} scope="signatory">
        <TextField
          name="qualification"
          label={t`Qualification`}
          hint={t`For example Medical Laboratory Scientist.`}
          optional
          maxLength={100}
          data-first-focus=""
        />
        <TextField name="licenceNumber" label={t`Licence number`} optional maxLength={60} />
        <FormActions>
          <SubmitButton>
            <Trans>Save Changes</Trans>
          </SubmitButton>
        </FormActions>
      </ResourceForm>
      <h3 className="mt-8 mb-4 text-l">
        <Trans>Signature</Trans>
      </h3>
      <p className="text-ink-soft">
        <Trans>
          {person.hasSignature
            ? t`A picture is set. A PNG or JPEG, printed above the name.`
            : t`A PNG or JPEG, printed above the name.`}
        </Trans>
      </p>
      <ChoosePicture
        label={t`Signature file`}
        isSet={person.hasSignature}
        save={async (file) => {
          const answer = file
            ? await call(changeSignature, { params, body: file })
            : await call(removeSignature, { params })
          await renew()
          return answer
        }}
      />
    </Dialog>
  )
}
