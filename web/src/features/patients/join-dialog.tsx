import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type JoinPreview, joinPersons, previewJoin } from '#contract/joins.ts'
import { messages } from '#contract/messages.ts'
import type { PersonRecord } from '#contract/people.ts'
import { queryFor } from '../../api/queries.ts'
import { sayBirth } from '../../lib/say-birth.ts'
import { translated } from '../../lib/translated.ts'
import { ResourceForm } from '../../screen/resource-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { Button } from '../../ui/button.tsx'
import { ChangedNotice } from '../../ui/changed-notice.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/fields.tsx'
import { SubmitButton } from '../../ui/form-actions.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { PersonCard } from './person-card.tsx'

export type Joined = { joinId: string; message: string }

type Asked = {
  keptId: string
  otherId: string
  onClose: () => void
  onJoined: (joined: Joined) => void
}

/** Two records side by side, and what it means to join them. */
export function JoinDialog(asked: Asked) {
  const { keptId, otherId, onClose } = asked
  const preview = useQuery({
    ...queryFor(previewJoin, { params: { id: keptId }, query: { other: otherId } }),
    // What is about to be joined is as of now, not as a list showed it a while ago.
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <Dialog open onClose={onClose} title={t`Join these two records?`}>
      {preview.error && (
        <Notice kind="error" role="alert">
          {preview.error.message}
        </Notice>
      )}
      {!preview.error && !preview.data && <SkeletonLines count={6} says={translated(messages.loading.any)} />}
      {preview.data?.whyNot && (
        <>
          <Sides preview={preview.data} />
          <Notice kind="warning">{preview.data.whyNot}</Notice>
        </>
      )}
      {preview.data && !preview.data.whyNot && <JoinForm {...asked} preview={preview.data} />}
    </Dialog>
  )
}

const Sides = ({ preview: { kept, other } }: { preview: JoinPreview }) => (
  <div className="cols-fit-220 grid gap-4">
    <PersonCard person={kept} label={t`This record stands`} />
    <PersonCard person={other} label={t`Is joined to it`} />
  </div>
)

const facts: readonly [name: string, read: (person: PersonRecord) => string][] = [
  ['name', ({ fullName }) => fullName],
  [t`date of birth`, ({ birth }) => sayBirth(birth)],
  [t`phone numbers`, ({ phones }) => phones.join(', ')],
  ['e-mail', ({ email }) => email],
  ['visits', ({ visits }) => String(visits)],
]

/** What is known of one of the two now and was not when they were last looked at. */
const newsOf = (label: string, now: PersonRecord, seen: PersonRecord): [name: string, value: string][] =>
  facts.flatMap(([name, read]): [string, string][] =>
    read(now) === read(seen) ? [] : [[`${label}, ${name}`, read(now) || t`none`]],
  )

function JoinForm({ keptId, otherId, onClose, onJoined, preview }: Asked & { preview: JoinPreview }) {
  const { kept, other } = preview
  /** The two as they were last looked at: others are not joined in their place. */
  const [seen, setSeen] = useState(preview)
  const changed = kept.version !== seen.kept.version || other.version !== seen.other.version
  const form = useResourceForm(joinPersons, {
    params: { id: keptId },
    // Both are shown anew when one of them was changed.
    of: preview,
    start: { other: otherId, versions: { kept: seen.kept.version, other: seen.other.version } },
    says: false,
    // The button of the pair goes with the pair: if the dialog closes after that, it gives the focus to the heading.
    onShown: onJoined,
  })
  return (
    <ResourceForm form={changed ? { ...form, problem: null } : form}>
      {changed && (
        <ChangedNotice
          title={t`One of the two was changed meanwhile`}
          news={[
            ...newsOf(t`This record`, kept, seen.kept),
            ...newsOf(t`The other record`, other, seen.other),
          ]}
          onKeepMine={() => {
            setSeen(preview)
            form.reset()
          }}
          takeOver={t`Not yet`}
          onTakeOver={onClose}
        />
      )}
      <Sides preview={preview} />
      <ul className="text-s">
        <li>
          <Trans>Results, earlier values and trends of both are those of one person from then on.</Trans>
        </li>
        <li>{sayAccounts([...kept.accounts, ...other.accounts])}</li>
        <li>
          <Trans>Released reports stay unchanged.</Trans>
        </li>
        <li>
          <Trans>It can be undone at any time.</Trans>
        </li>
      </ul>
      <TextField
        name="reason"
        label={t`Reason`}
        maxLength={500}
        autoComplete="off"
        hint={t`Stored with the record: how you know that both are the same person.`}
      />
      <DialogActions>
        <Button data-first-focus onClick={onClose}>
          <Trans>Not yet</Trans>
        </Button>
        <SubmitButton>
          <Trans>Join these records</Trans>
        </SubmitButton>
      </DialogActions>
    </ResourceForm>
  )
}

function sayAccounts(accounts: PersonRecord['accounts']): string {
  const names = [...new Map(accounts.map(({ id, fullName }) => [id, fullName])).values()]
  if (names.length === 0) return t`No account opens either of them.`
  const all = names.map((name) => `“${name}”`).join(', ')
  return names.length === 1
    ? t`The account ${all} opens the visits and results of both, and is told.`
    : t`The accounts ${all} each open the visits and results of both, and are told.`
}
