import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listCare, takeCare } from '#contract/care.ts'
import { call } from '../../api/client.ts'
import { queryFor } from '../../api/queries.ts'
import { ResourceForm } from '../../screen/resource-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { Card } from '../../ui/card.tsx'
import { TextField } from '../../ui/fields.tsx'
import { FormActions, SubmitButton } from '../../ui/form-actions.tsx'
import { Notice } from '../../ui/notice.tsx'

/** Takes a code that opens a person's record, and says whose it is. */
export function TakeCode() {
  const queryClient = useQueryClient()
  const form = useResourceForm(takeCare, {
    async send(body) {
      const { personId, message } = await call(takeCare, { body })
      // Whom an account looks after is in nearly every answer that it gets.
      await queryClient.invalidateQueries()
      const people = queryClient.getQueryData(queryFor(listCare).queryKey)?.people
      return { message, person: people?.find(({ id }) => id === personId) }
    },
    says: false,
    again: true,
  })
  return (
    <Card aria-labelledby="take-code">
      <h2 id="take-code">
        <Trans>I have a code</Trans>
      </h2>
      <p className="mb-4 text-ink-soft">
        <Trans>
          A code from the laboratory, or from somebody who looks after a person, opens that person’s visits
          and results to you.
        </Trans>
      </p>
      {form.data && (
        <Notice kind="ok" role="status" className="mb-4">
          <p>{sayTaken(form.data)}</p>
          <p>
            <Link to="/patient-dashboard/appointments">
              <Trans>Open the visits</Trans>
            </Link>
          </p>
        </Notice>
      )}
      <ResourceForm form={form} scope="take">
        <TextField
          name="code"
          label={t`Code`}
          hint={t`Eight letters and digits`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          maxLength={40}
        />
        <FormActions>
          <SubmitButton variant="quiet" pendingText={t`Checking…`}>
            <Trans>Use this code</Trans>
          </SubmitButton>
        </FormActions>
      </ResourceForm>
    </Card>
  )
}

function sayTaken({
  message,
  person,
}: {
  message: string
  person: { fullName: string; kind: string } | undefined
}) {
  if (!person) return message
  return person.kind === 'self'
    ? t`This record is yours now: its visits and results are in your lists.`
    : t`You look after ${person.fullName} now: their visits and results are in your lists.`
}
