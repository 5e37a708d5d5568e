import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ResponseOf } from '#contract/endpoint.ts'
import { listShares, shareDays, shareReport } from '#contract/sharing.ts'
import type { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { keyOf, queryFor } from '../../../api/queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { SelectField } from '../../../ui/fields.tsx'
import { FormActions, FormShell, SubmitButton } from '../../../ui/form-shell.tsx'
import { Notice, Reference } from '../../../ui/notice.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { MadeLink } from './made-link.tsx'
import { ShareList } from './share-list.tsx'

type Days = (typeof shareDays)[number]

/** Links with which somebody without an account can read a visit's results, and what became of them. */
export function SharePanel({ id, zone }: { id: string; zone: string }) {
  const queryClient = useQueryClient()
  const shares = useQuery(queryFor(listShares, { params: { id } }))
  const make = useMutation<ResponseOf<typeof shareReport>, ApiError, Days>({
    mutationFn: (days) => call(shareReport, { params: { id }, body: { days } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(listShares) }),
  })
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
      <FormShell
        error={make.error}
        pending={make.isPending}
        onSubmit={(data) => {
          const days = shareDays.find((one) => String(one) === data.get('days'))
          if (days) make.mutate(days)
        }}
      >
        <SelectField
          name="days"
          label={t`The link works for`}
          defaultValue="7"
          options={shareDays.map((days) => ({
            value: String(days),
            label: plural(days, { one: '# day', other: '# days' }),
          }))}
        />
        <FormActions>
          <SubmitButton variant="quiet" pending={make.isPending}>
            <Trans>Make a link</Trans>
          </SubmitButton>
        </FormActions>
      </FormShell>
      {make.data && <MadeLink key={make.data.share.id} link={make.data.link} />}
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
