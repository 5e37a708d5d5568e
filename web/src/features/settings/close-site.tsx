import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { closeSite, reopenSite, type SettingsSite } from '#contract/settings.ts'
import { call } from '../../api/client.ts'
import { now } from '../../lib/clock.ts'
import { sayWhen } from '../../lib/times.ts'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { useFormDialog } from '../../screen/use-form-dialog.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ReasonField } from '../../ui/reason-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { useSaving } from './use-saving.ts'

/** Closes a site for good, after a question. Who is booked there is named by the refusal. */
export function CloseSite({ site: { id, name } }: { site: SettingsSite }) {
  const dialog = useFormDialog(closeSite, { params: { id } })
  return (
    <Card className="grid gap-3" aria-label={t`Close for good`}>
      <h2 className="text-l">
        <Trans>Close this site for good</Trans>
      </h2>
      <p>
        <Trans>No visit can be booked there any more. Its records stay, and it can be opened again.</Trans>
      </p>
      <div className="row gap-x-3 gap-y-2">
        <Button variant="danger" aria-label={t`Close this site: ${name}`} onClick={dialog.show}>
          <Trans>Close this site</Trans>
        </Button>
      </div>
      <DialogForm
        {...dialog}
        scope={`close-${id}`}
        title={t`Close ${name} for good?`}
        question
        leave={t`Keep it open`}
        variant="danger"
        submit={t`Close for good`}
      >
        <p>
          <Trans>Upcoming visits must be moved or cancelled first.</Trans>
        </p>
        <ReasonField optional />
      </DialogForm>
    </Card>
  )
}

/** Those that are closed, each with the way back. */
export function ClosedSites({ sites }: { sites: readonly SettingsSite[] }) {
  if (sites.length === 0) return null
  return (
    <section aria-labelledby="closed-sites" className="mt-8 grid gap-2">
      <h2 id="closed-sites" className="mb-4 text-l">
        <Trans>Closed for good</Trans>
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
      <p className="text-ink-soft">
        <Trans>Closed since {sayWhen(closedAt ?? '', timeZone, now())}</Trans>
      </p>
      <div className="row mt-3 gap-x-3 gap-y-2">
        <Button
          variant="plain"
          aria-label={t`Open again: ${name}`}
          pending={saving.isPending}
          onClick={() => saving.mutate(undefined, { onError: ({ message }) => void toast('error', message) })}
        >
          <Trans>Open again</Trans>
        </Button>
      </div>
    </Card>
  )
}
