import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { readProfile } from '#contract/access.ts'
import { type ReleasePolicy, readReleasePolicy, updateReleasePolicy } from '#contract/catalogue.ts'
import { queryFor } from '../../api/queries.ts'
import { ResourceForm } from '../../screen/resource-form.tsx'
import { Screen } from '../../screen/screen.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { CheckboxField, TextField } from '../../ui/fields.tsx'
import { FormActions, SubmitButton } from '../../ui/form-actions.tsx'
import { MultiSelect } from '../../ui/multi-select.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ChangeList } from './change-list.tsx'

/** Who releases, how soon a critical value is told, and which change is looked at twice. */
export function PolicyScreen({ zone }: { zone: string }) {
  const { data: policy } = useSuspenseQuery(queryFor(readReleasePolicy))
  return (
    <Screen
      measure="text"
      rhythm="sections"
      title={t`Release policy`}
      about={t`Rules for every result before it leaves the laboratory.`}
    >
      <PolicyForm key={policy.version} policy={policy} />
      <section className="stack gap-4" aria-labelledby="changed">
        <h2 id="changed" className="text-xl">
          <Trans>How it was changed</Trans>
        </h2>
        <ChangeList history={policy.history} zone={zone} />
      </section>
    </Screen>
  )
}

function PolicyForm({ policy }: { policy: ReleasePolicy }) {
  const queryClient = useQueryClient()
  const { data: me } = useSuspenseQuery(queryFor(readProfile))
  const form = useResourceForm(updateReleasePolicy, {
    of: { ...policy, callbackOrder: policy.callbackOrder.map(({ id }) => id) },
    body: (held, { version }) => ({ ...held, follows: version }),
    onDone: ({ policy: saved }) => queryClient.setQueryData(queryFor(readReleasePolicy).queryKey, saved),
  })
  const { twoPersonRelease: two = policy.twoPersonRelease } = form.watch()
  return (
    <ResourceForm form={form}>
      <CheckboxField
        name="twoPersonRelease"
        label={t`Two people: whoever enters a result cannot release it`}
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
        label={t`Minutes to report a critical value`}
        numeric
        inputMode="numeric"
        autoComplete="off"
        required
        hint={t`5 to 1440. The clock starts when the value is entered; callbacks that are open keep theirs.`}
      />
      <MultiSelect
        name="callbackOrder"
        label={t`Escalation of overdue critical values`}
        ordered
        choices={policy.mayHold.map(({ id, fullName }) => ({ value: id, label: fullName }))}
        placeholder={t`Search the staff who may release`}
        hint={t`These people get it one after the other; anybody who may not release the test at that site is skipped. After the last of them, or at once if the list is empty, all managers and everybody who may release the test are told.`}
        disabled={me.role !== 'admin'}
      />
      <TextField
        name="callbackStepMinutes"
        label={t`Minutes until it is escalated to the next person`}
        numeric
        inputMode="numeric"
        autoComplete="off"
        required
        hint={t`1 to 240.`}
      />
      <TextField
        name="deltaPercent"
        label={t`Delta check limit, in percent`}
        numeric
        inputMode="numeric"
        autoComplete="off"
        required
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
        <SubmitButton whyNot={me.role === 'admin' ? null : t`Only a manager can change the release policy.`}>
          <Trans>Save Changes</Trans>
        </SubmitButton>
      </FormActions>
    </ResourceForm>
  )
}
