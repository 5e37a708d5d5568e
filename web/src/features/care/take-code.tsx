import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { listCare, takeCare } from '#contract/care.ts'
import { call } from '../../api/client.ts'
import { queryFor } from '../../api/queries.ts'
import { Card } from '../../ui/card.tsx'
import { TextField } from '../../ui/fields.tsx'
import { FormActions, FormShell, SubmitButton } from '../../ui/form-shell.tsx'
import { Notice } from '../../ui/notice.tsx'

/** Takes a code that opens a person's record, and says whose it is. */
export function TakeCode() {
  const queryClient = useQueryClient()
  const [code, setCode] = useState('')
  const take = useMutation({
    mutationFn: async () => {
      const { personId, message } = await call(takeCare, { body: { code } })
      // Whom an account looks after is in nearly every answer that it gets.
      await queryClient.invalidateQueries()
      const people = queryClient.getQueryData(queryFor(listCare).queryKey)?.people
      return { message, person: people?.find(({ id }) => id === personId) }
    },
    onSuccess: () => setCode(''),
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
      {take.data && (
        <Notice kind="ok" role="status" className="mb-4">
          <p>{sayTaken(take.data)}</p>
          <p>
            <Link to="/patient-dashboard/appointments">
              <Trans>Open the visits</Trans>
            </Link>
          </p>
        </Notice>
      )}
      <FormShell scope="take" error={take.error} pending={take.isPending} onSubmit={() => take.mutate()}>
        <TextField
          name="code"
          label={t`Code`}
          hint={t`Eight letters and digits`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          maxLength={40}
          value={code}
          onChange={({ target }) => setCode(target.value)}
        />
        <FormActions>
          <SubmitButton variant="quiet" pending={take.isPending} pendingText={t`Looking…`}>
            <Trans>Use this code</Trans>
          </SubmitButton>
        </FormActions>
      </FormShell>
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
