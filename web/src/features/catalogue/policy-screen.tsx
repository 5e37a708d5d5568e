import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readProfile } from '#contract/access.ts'
import { type ReleasePolicy, readReleasePolicy, updateReleasePolicy } from '#contract/catalogue.ts'
import type { BodyInput } from '#contract/endpoint.ts'
import { call } from '../../api/client.ts'
import { queryFor } from '../../api/queries.ts'
import { CheckboxField, TextField } from '../../ui/fields.tsx'
import { FormActions, FormShell, SubmitButton } from '../../ui/form-shell.tsx'
import { MultiSelect } from '../../ui/multi-select.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.tsx'
import { BackToCatalogue } from './back-to-catalogue.tsx'
import { ChangeList } from './change-list.tsx'
import { numberOrText } from './form-values.ts'

/** Who releases, how soon a critical value is told, and which change is looked at twice. */
export function PolicyScreen({ zone }: { zone: string }) {
  const { data: policy } = useSuspenseQuery(queryFor(readReleasePolicy))
  return (
    <Page measure="text">
      <BackToCatalogue />
      <PageHeader
        title={t`Release policy`}
        about={t`What holds for every result before it leaves the laboratory.`}
      />
      <PolicyForm key={policy.version} policy={policy} />
      <section className="stack mt-10 gap-4" aria-labelledby="changed">
        <h2 id="changed" className="text-xl">
          <Trans>How it was changed</Trans>
        </h2>
        <ChangeList history={policy.history} zone={zone} />
      </section>
    </Page>
  )
}

function PolicyForm({ policy }: { policy: ReleasePolicy }) {
  const queryClient = useQueryClient()
  const { data: me } = useSuspenseQuery(queryFor(readProfile))
  const [two, setTwo] = useState(policy.twoPersonRelease)
  const [order, setOrder] = useState<readonly string[]>(policy.callbackOrder.map(({ id }) => id))
  const save = useMutation({
    mutationFn: (form: FormData) =>
      call(updateReleasePolicy, {
        // What is no number goes as it was typed: the server names the field and says what is wrong.
        body: {
          follows: policy.version,
          reason: String(form.get('reason')),
          twoPersonRelease: two,
          callbackMinutes: numberOrText(String(form.get('callbackMinutes')).trim()),
          callbackStepMinutes: numberOrText(String(form.get('callbackStepMinutes')).trim()),
          callbackOrder: order,
          deltaPercent: numberOrText(String(form.get('deltaPercent')).trim()),
        } as BodyInput<typeof updateReleasePolicy>,
      }),
    onSuccess: ({ message, policy: saved }) => {
      toast('success', message)
      queryClient.setQueryData(queryFor(readReleasePolicy).queryKey, saved)
    },
  })
  return (
    <FormShell error={save.error} pending={save.isPending} onSubmit={(form) => save.mutate(form)}>
      <CheckboxField
        name="twoPersonRelease"
        label={t`Two people: whoever enters a result cannot release it`}
        checked={two}
        onChange={(event) => setTwo(event.currentTarget.checked)}
      />
      {!two && (
        <Notice kind="warning" role="status">
          <p>
            <Trans>
              One person may then enter and release a result. <strong>Every report will say so</strong> for as
              long as it is like this.
            </Trans>
          </p>
        </Notice>
      )}
      <TextField
        name="callbackMinutes"
        label={t`Minutes to tell a critical value`}
        inputMode="numeric"
        autoComplete="off"
        required
        defaultValue={policy.callbackMinutes}
        hint={t`5 to 1440. The clock starts when the value is entered; callbacks that are open keep theirs.`}
      />
      <MultiSelect
        name="callbackOrder"
        label={t`Whom an overdue critical value goes to`}
        ordered
        choices={policy.mayHold.map(({ id, fullName }) => ({ value: id, label: fullName }))}
        chosen={order}
        onChange={setOrder}
        placeholder={t`Search the staff who may release`}
        nothingFound={t`Nobody who may release results has this name.`}
        hint={t`These people get it one after the other; anybody who may not release the test at that site is skipped. After the last of them, or at once if the list is empty, all managers and everybody who may release the test are told.`}
        disabled={me.role !== 'admin'}
      />
      <TextField
        name="callbackStepMinutes"
        label={t`Minutes until it goes to the next person`}
        inputMode="numeric"
        autoComplete="off"
        required
        defaultValue={policy.callbackStepMinutes}
        hint={t`1 to 240.`}
      />
      <TextField
        name="deltaPercent"
        label={t`Change looked at twice, in percent`}
        inputMode="numeric"
        autoComplete="off"
        required
        defaultValue={policy.deltaPercent}
        hint={t`5 to 1000. A value that differs by more from the last one of the same person is marked.`}
      />
      <TextField
        name="reason"
        label={t`Reason`}
        required={policy.twoPersonRelease && !two}
        optional={two || !policy.twoPersonRelease}
        maxLength={500}
        autoComplete="off"
        hint={t`Kept in the history.`}
      />
      <FormActions>
        <SubmitButton
          pending={save.isPending}
          whyNot={me.role === 'admin' ? null : t`Only a manager changes the release policy.`}
        >
          <Trans>Save Changes</Trans>
        </SubmitButton>
      </FormActions>
    </FormShell>
  )
}
