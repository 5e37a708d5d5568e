import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listShares, mostWrongPasscodes, shareDays, shareReport } from '#contract/sharing.ts'
import { queryFor } from '../../../api/queries.ts'
import { ResourceForm } from '../../../screen/resource-form.tsx'
import { useResourceForm } from '../../../screen/use-resource-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { SelectField, TextField } from '../../../ui/fields.tsx'
import { FormActions, SubmitButton } from '../../../ui/form-actions.tsx'
import { Notice, Reference } from '../../../ui/notice.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { MadeLink } from './made-link.tsx'
import { ShareList } from './share-list.tsx'

type Days = (typeof shareDays)[number]

/** Links with which somebody without an account can read a visit's results, and what became of them. */
export function SharePanel({ id, zone }: { id: string; zone: string }) {
  const shares = useQuery(queryFor(listShares, { params: { id } }))
  const form = useResourceForm(shareReport, {
    params: { id },
    body: ({ days, kind, passcode }) => ({
      days: Number(days) as Days,
      kind: kind ?? 'page',
      ...(kind === 'smart' && passcode && { passcode }),
    }),
    says: false,
  })
  const isSmart = form.watch('kind') === 'smart'
  return (
    <Card className="mb-6" aria-labelledby="share">
      <h2 id="share" className="text-l">
        <Trans>Show these results to somebody</Trans>
      </h2>
      <p className="mt-2 mb-4 max-w-[68ch] text-ink-soft">
        <Trans>
          A doctor or a relative can read them by a link, without an account. Whoever has the link can open
          it, so send it only to those you trust. You see here how often it was opened, and can end it at any
          time.
        </Trans>
      </p>
      <ResourceForm form={form}>
        <SelectField
          name="kind"
          label={t`Who opens the link`}
          defaultValue="page"
          options={[
            { value: 'page', label: t`A person, as a page` },
            { value: 'smart', label: t`A program of a doctor or hospital (SMART Health Link)` },
          ]}
        />
        <SelectField
          name="days"
          label={t`The link works for`}
          defaultValue="7"
          options={shareDays.map((days) => ({
            value: String(days),
            label: plural(days, { one: '# day', other: '# days' }),
          }))}
        />
        {isSmart && (
          <TextField
            name="passcode"
            label={t`Passcode`}
            hint={t`Tell it to them separately. After ${mostWrongPasscodes} wrong passcodes the link is locked.`}
            autoComplete="off"
            spellCheck={false}
            optional
          />
        )}
        <FormActions>
          <SubmitButton variant="quiet">
            <Trans>Create a link</Trans>
          </SubmitButton>
        </FormActions>
      </ResourceForm>
      {form.data && (
        <MadeLink
          key={form.data.share.id}
          link={form.data.link}
          isScanned={form.data.share.kind === 'smart'}
        />
      )}
      {shares.data ? (
        <ShareList visitId={id} shares={shares.data} zone={zone} />
      ) : shares.error ? (
        <Notice kind="error" role="alert">
          <p>
            <Trans>Your links could not be loaded. {shares.error.message}</Trans>
          </p>
          <Reference id={shares.error.requestId} />
          <Button variant="plain" onClick={() => void shares.refetch()}>
            <Trans>Try again</Trans>
          </Button>
        </Notice>
      ) : (
        <SkeletonLines count={2} says={t`Loading your links...`} />
      )}
      <p className="mt-6">
        <Link to="/patient-dashboard/who-has-seen">
          <Trans>Who at the laboratory has seen my record</Trans>
        </Link>
      </p>
    </Card>
  )
}
