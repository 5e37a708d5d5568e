import { useState } from 'react'
import { closeSite, reopenSite, type SettingsSite } from '#contract/settings.ts'
import { call } from '../../api/client.ts'
import { now } from '../../lib/clock.ts'
import { sayWhen } from '../../lib/times.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { FormShell } from '../../ui/form-shell.tsx'
import { ReasonField } from '../../ui/reason-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { textOf } from './part-form.tsx'
import { useSaving } from './use-saving.ts'

/** Closes a site for good, after a question. Who is booked there is named by the refusal. */
export function CloseSite({ site: { id, name } }: { site: SettingsSite }) {
  const [asking, setAsking] = useState(false)
  return (
    <Card className="grid gap-3" aria-label="Close for good">
      <h2 className="text-l">Close this site for good</h2>
      <p>Nobody is booked there any more. What was done there stays, and it can be opened again.</p>
      <div className="row gap-x-3 gap-y-2">
        <Button variant="danger" aria-label={`Close this site: ${name}`} onClick={() => setAsking(true)}>
          Close this site
        </Button>
      </div>
      <Dialog open={asking} onClose={() => setAsking(false)} title={`Close ${name} for good?`} question>
        <CloseForm id={id} onClose={() => setAsking(false)} />
      </Dialog>
    </Card>
  )
}

function CloseForm({ id, onClose }: { id: string; onClose: () => void }) {
  const { saving } = useSaving(
    (reason: string) => call(closeSite, { params: { id }, body: { reason } }),
    onClose,
  )
  return (
    <FormShell
      scope={`close-${id}`}
      error={saving.error}
      pending={saving.isPending}
      onSubmit={(form) => saving.mutate(textOf(form, 'reason'))}
    >
      <p>Visits that are still to come have to be moved or cancelled before.</p>
      <ReasonField optional />
      <DialogActions>
        <Button data-first-focus onClick={onClose}>
          Keep it open
        </Button>
        <Button type="submit" variant="danger" pending={saving.isPending}>
          Close for good
        </Button>
      </DialogActions>
    </FormShell>
  )
}

/** Those that are closed, each with the way back. */
export function ClosedSites({ sites }: { sites: readonly SettingsSite[] }) {
  if (sites.length === 0) return null
  return (
    <section aria-labelledby="closed-sites" className="mt-8 grid gap-2">
      <h2 id="closed-sites" className="mb-4 text-l">
        Closed for good
      </h2>
      {sites.map((site) => (
        <ClosedSite key={site.id} site={site} />
      ))}
    </section>
  )
}

function ClosedSite({ site: { id, name, timeZone, closedAt } }: { site: SettingsSite }) {
  const { saving } = useSaving(() => call(reopenSite, { params: { id } }))
  return (
    <Card
      className="stack [&_h2]:wrap-anywhere [&_h3]:wrap-anywhere gap-2 [&_h2]:text-m [&_h3]:text-m"
      aria-label={name}
    >
      <h3>{name}</h3>
      <p className="text-ink-soft">Closed since {sayWhen(closedAt ?? '', timeZone, now())}</p>
      <div className="row mt-3 gap-x-3 gap-y-2">
        <Button
          variant="plain"
          aria-label={`Open again: ${name}`}
          pending={saving.isPending}
          onClick={() => saving.mutate(undefined, { onError: ({ message }) => void toast('error', message) })}
        >
          Open again
        </Button>
      </div>
    </Card>
  )
}
