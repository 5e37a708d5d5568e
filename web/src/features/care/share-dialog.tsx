import { useMutation } from '@tanstack/react-query'
import { type CaredFor, makeCareCode } from '#contract/care.ts'
import type { CareKind } from '#contract/options.ts'
import { call } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { FormShell } from '../../ui/form-shell.tsx'
import css from './care.module.css'
import { CodeSlip } from './code-slip.tsx'
import { kindOf } from './kind-of.ts'
import { relationToThemChoices } from './words.ts'

/** Makes a code with which somebody else looks after a person too. It is shown here and nowhere else. */
export function ShareDialog({ person, onClose }: { person: CaredFor; onClose: () => void }) {
  const { id, fullName } = person
  const isOwn = person.kind === 'self'
  const make = useMutation({
    mutationFn: (kind: CareKind) => call(makeCareCode, { params: { id }, body: { kind } }),
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={isOwn ? 'Let somebody look after you' : `Let somebody else look after ${fullName}`}
    >
      {make.data ? (
        <>
          <CodeSlip made={make.data} fullName={fullName} />
          <p className={css.only}>It is shown only now: write it down, or give it to them at once.</p>
          <DialogActions>
            <Button variant="primary" onClick={onClose}>
              Done
            </Button>
          </DialogActions>
        </>
      ) : (
        <FormShell
          scope="share"
          error={make.error}
          pending={make.isPending}
          onSubmit={(form) => make.mutate(kindOf(form))}
        >
          <p>
            They will see {isOwn ? 'your' : 'all'} visits and results, book and cancel.{' '}
            {isOwn
              ? 'You can end this here at any time.'
              : 'Only they themselves and the laboratory can end it.'}
          </p>
          <SelectField
            name="kind"
            label={isOwn ? 'What are you to them?' : `What is ${fullName} to them?`}
            placeholder="Choose…"
            required
            options={relationToThemChoices}
          />
          <DialogActions>
            <Button onClick={onClose}>Not now</Button>
            <Button type="submit" variant="primary" pending={make.isPending}>
              Make a code
            </Button>
          </DialogActions>
        </FormShell>
      )}
    </Dialog>
  )
}
