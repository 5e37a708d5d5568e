import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { type AddableTest, addVisitTests } from '#contract/bench.ts'
import { call } from '../../../api/client.ts'
import { spaced } from '../../../lib/accession.ts'
import { useCall } from '../../../screen/use-call.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { CheckboxField } from '../../../ui/fields.tsx'
import { FormShell, SubmitButton } from '../../../ui/form-shell.tsx'
import { MultiSelect } from '../../../ui/multi-select.tsx'

/** Asks which tests are added, and shows for each whether a tube serves. */
export function AddTestsDialog({
  visitId,
  addable,
  onClose,
}: {
  visitId: string
  addable: readonly AddableTest[]
  onClose: () => void
}) {
  const [tests, setTests] = useState<string[]>([])
  const add = useCall(
    (collectAgain: string[]) =>
      call(addVisitTests, { params: { id: visitId }, body: { tests, collectAgain } }),
    { onDone: onClose },
  )
  const onTubes = addable.filter(({ name, accession }) => accession !== null && tests.includes(name))
  return (
    <Dialog open onClose={onClose} title={t`Add tests`}>
      <FormShell
        error={add.error}
        pending={add.isPending}
        onSubmit={(form) => add.mutate(form.getAll('collectAgain').map(String))}
      >
        {/* Room for the list of the tests. */}
        <div className="min-h-80">
          <MultiSelect
            name="tests"
            label={t`Tests`}
            choices={addable.map((test) => ({ value: test.name, label: test.name, note: sayTube(test) }))}
            chosen={tests}
            onChange={setTests}
            placeholder={t`Type a part of the name`}
            nothingFound={t`No test is called that.`}
          />
        </div>
        {onTubes.map(({ name, accession }) => (
          <CheckboxField
            key={name}
            name="collectAgain"
            value={name}
            label={t`${name}: too little is left in ${spaced(accession ?? '')}, collect again`}
          />
        ))}
        <DialogActions>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <SubmitButton pending={add.isPending} disabled={tests.length === 0}>
            <Trans>Add</Trans>
          </SubmitButton>
        </DialogActions>
      </FormShell>
    </Dialog>
  )
}

function sayTube({ accession, whyNoTube }: AddableTest): string {
  const number = spaced(accession ?? '')
  return accession === null ? t`A new tube is collected. ${whyNoTube ?? ''}` : t`From tube ${number}`
}
