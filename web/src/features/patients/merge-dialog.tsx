import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messages } from '#contract/messages.ts'
import { type MergePreview, mergePatients, previewMerge } from '#contract/patients.ts'
import { call } from '../../api/client.ts'
import { queryFor } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { ChangedNotice } from '../../ui/changed-notice.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { FieldGroup } from '../../ui/field-group.tsx'
import { TextField } from '../../ui/fields.tsx'
import { FormShell } from '../../ui/form-shell.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import css from './patients.module.css'
import { countVisits, PersonCard } from './person-card.tsx'
import { refreshPatients } from './refresh-patients.ts'

export type Merged = { mergeId: string; message: string; keptId: string }

type Asked = {
  keptId: string
  otherId: string
  onClose: () => void
  onMerged: (merged: Merged) => void
}

/** Two patients side by side, what stays of each, and what it means to join them. */
export function MergeDialog(asked: Asked) {
  const { keptId, otherId, onClose } = asked
  const preview = useQuery({
    ...queryFor(previewMerge, { params: { id: keptId }, query: { other: otherId } }),
    // What is about to be joined is as of now, not as a list showed it a while ago.
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <Dialog open onClose={onClose} title="Join these two patients?">
      {preview.error && (
        <Notice kind="error" role="alert">
          {preview.error.message}
        </Notice>
      )}
      {!preview.error && !preview.data && <SkeletonLines count={6} says={messages.loading.any} />}
      {preview.data?.whyNot && <Notice kind="warning">{preview.data.whyNot}</Notice>}
      {preview.data && !preview.data.whyNot && <MergeForm {...asked} preview={preview.data} />}
    </Dialog>
  )
}

const fields = [
  { name: 'fullName', label: 'Name' },
  { name: 'email', label: 'E-mail, to log in with' },
  { name: 'phone', label: 'Phone number' },
] as const
type Field = (typeof fields)[number]['name']
type Person = MergePreview['kept']

/** What is said of one of the two now and was not when they were last looked at. */
function newsOf(label: string, now: Person, seen: Person): [name: string, value: string][] {
  const said = fields.flatMap(({ name, label: field }): [string, string][] =>
    now[name] === seen[name] ? [] : [[`${label}, ${field}`, now[name] || 'none']],
  )
  return now.visits === seen.visits ? said : [...said, [`${label}, visits`, String(now.visits)]]
}

function MergeForm({ keptId, otherId, onClose, onMerged, preview }: Asked & { preview: MergePreview }) {
  const { kept, other } = preview
  const queryClient = useQueryClient()
  /** The two as they were last looked at: others are not joined in their place. */
  const [seen, setSeen] = useState(preview)
  const changed = kept.version !== seen.kept.version || other.version !== seen.other.version
  const [chosen, setChosen] = useState<Record<Field, 'kept' | 'other'>>({
    fullName: 'kept',
    email: 'kept',
    phone: kept.phone === '' && other.phone !== '' ? 'other' : 'kept',
  })
  const merge = useMutation({
    mutationFn: (reason: string) =>
      call(mergePatients, {
        params: { id: keptId },
        body: {
          other: otherId,
          fields: {
            fullName: sideOf('fullName'),
            email: sideOf('email'),
            phone: sideOf('phone'),
          },
          reason,
          versions: { kept: seen.kept.version, other: seen.other.version },
        },
      }),
    onSuccess: async (done) => {
      await refreshPatients(queryClient)
      onMerged({ ...done, keptId: kept.id })
    },
    onError: () => void refreshPatients(queryClient),
  })
  const differing = fields.filter(
    ({ name }) => kept[name] !== other[name] && other[name] !== '' && (name !== 'email' || other.hasAccount),
  )
  // What no longer differs is no longer chosen.
  const sideOf = (field: Field) => (differing.some(({ name }) => name === field) ? chosen[field] : 'kept')
  const name = sideOf('fullName') === 'kept' ? kept.fullName : other.fullName
  return (
    <FormShell
      error={changed ? null : merge.error}
      pending={merge.isPending}
      onSubmit={(form) => merge.mutate(String(form.get('reason')))}
    >
      {changed && (
        <ChangedNotice
          title="One of the two was changed meanwhile"
          news={[...newsOf('Is kept', kept, seen.kept), ...newsOf('Is joined to it', other, seen.other)]}
          onKeepMine={() => {
            setSeen(preview)
            merge.reset()
          }}
          takeOver="Not yet"
          onTakeOver={onClose}
        />
      )}
      <div className={css.sides}>
        <PersonCard person={kept} label="Is kept" />
        <PersonCard person={other} label="Is joined to it" />
      </div>
      <div className={css.choices}>
        {differing.map((field) => (
          <FieldGroup key={field.name} name={field.name} label={field.label}>
            {(['kept', 'other'] as const).map((side) => (
              <label key={side} className={css.choice}>
                <input
                  type="radio"
                  name={field.name}
                  value={side}
                  checked={chosen[field.name] === side}
                  onChange={() => setChosen((before) => ({ ...before, [field.name]: side }))}
                />
                {preview[side][field.name] || 'none'}
              </label>
            ))}
          </FieldGroup>
        ))}
      </div>
      <ul className={css.lines}>
        <li>
          {other.visits === 0
            ? `${name} sees no more visits than before.`
            : `${name} will see ${other.visits} more ${other.visits === 1 ? 'visit and its' : 'visits and their'} results.`}
        </li>
        {other.hasAccount && (
          <li>Nobody logs in to the other account any more; who is logged in there is logged out.</li>
        )}
        <li>Reports that are released stay word for word as they are. Both are told by e-mail.</li>
        <li>It can be undone.</li>
      </ul>
      <TextField
        name="reason"
        label="Reason"
        maxLength={500}
        autoComplete="off"
        hint="Kept with the patient: how you know that it is one person."
      />
      <DialogActions>
        <Button data-first-focus onClick={onClose}>
          Not yet
        </Button>
        <Button type="submit" variant="primary" pending={merge.isPending}>
          Join {countVisits(other.visits)}
        </Button>
      </DialogActions>
    </FormShell>
  )
}
