import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { type StoredTube, sayPosition, takeTube } from '#contract/storage.ts'
import { spaced } from '../../../lib/accession.ts'
import { browserZone } from '../../../lib/times.ts'
import { ResourceForm } from '../../../screen/resource-form.tsx'
import { useResourceForm } from '../../../screen/use-resource-form.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { TextField } from '../../../ui/fields.tsx'
import { FormActions, SubmitButton } from '../../../ui/form-actions.tsx'
import { When } from '../../../ui/when.tsx'

/** The tube in a position, with a form to take it out. */
export function TubeAt({ tube, columns }: { tube: StoredTube; columns: number }) {
  const { accession, position, patient, specimen, since, by, isDue } = tube
  const form = useResourceForm(takeTube, { body: ({ reason }) => ({ accession, reason }) })
  return (
    <Card title={sayPosition(position, columns)}>
      <p className="mb-2 font-650">
        <Link to="/sample/$accession" params={{ accession }} className="figures">
          {spaced(accession)}
        </Link>
      </p>
      {isDue && (
        <p className="mb-2">
          <Badge tone="warning">{t`To discard`}</Badge>
        </p>
      )}
      <Facts
        dense
        facts={[
          { name: t`Patient`, value: patient },
          { name: t`Specimen`, value: specimen },
          { name: t`Since`, value: <When at={since} zone={browserZone()} /> },
          { name: t`Stored by`, value: by },
        ]}
      />
      <div className="mt-4" />
      <ResourceForm form={form} scope="take">
        <TextField name="reason" label={t`Reason`} optional maxLength={200} autoComplete="off" />
        <FormActions>
          <SubmitButton variant="quiet">
            <Trans>Take out</Trans>
          </SubmitButton>
        </FormActions>
      </ResourceForm>
    </Card>
  )
}
