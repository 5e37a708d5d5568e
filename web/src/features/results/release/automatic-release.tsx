import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { heldBack, type ReleaseRule, releaseRules } from '#contract/release.ts'
import { queryFor } from '../../../api/queries.ts'
import { sayList } from '../../../lib/locale.ts'
import { Screen } from '../../../screen/screen.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { When } from '../../../ui/when.tsx'
import { RuleHistory } from './rule-history.tsx'
import { TurnOff, TurnOn } from './turn-rule.tsx'

/** For managers: which tests a rule releases, since when and why, and what the rules left to persons. */
export function AutomaticRelease({ zone, switcher }: { zone: string; switcher: ReactNode }) {
  const rules = useQuery(queryFor(releaseRules))
  const on = rules.data?.filter(({ inForce }) => inForce !== null).length ?? 0
  return (
    <Screen
      title={t`Automatic release`}
      about={
        rules.data && (on === 0 ? t`Off for every test` : on === 1 ? t`On for 1 test` : t`On for ${on} tests`)
      }
    >
      {switcher}
      <p className="mb-4 max-w-[70ch]">
        <Trans>
          A rule releases results without a person if every value lies within its confirmed interval or the
          rule’s own limits, no value is critical or fails the delta check, the sample was good and the
          controls are acceptable. Reports name the rule and its version. In any doubt, a person decides.
        </Trans>
      </p>
      {rules.data ? (
        <ul className="list-none" aria-label={t`Rules`}>
          {rules.data.map((rule) => (
            <Rule key={rule.test} rule={rule} zone={zone} />
          ))}
        </ul>
      ) : rules.error ? (
        <Notice kind="error" role="alert">
          <p>
            <Trans>The rules could not be loaded. {rules.error.message}</Trans>
          </p>
          <Button variant="plain" onClick={() => void rules.refetch()}>
            <Trans>Try again</Trans>
          </Button>
        </Notice>
      ) : (
        <SkeletonLines count={8} says={t`Loading the rules...`} />
      )}
      <HeldBack zone={zone} />
    </Screen>
  )
}

function Rule({ rule, zone }: { rule: ReleaseRule; zone: string }) {
  const { test, inForce, history, analytes } = rule
  const open = analytes.filter(({ code, confirmed }) => !confirmed && !inForce?.limits[code])
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-t py-3 [&>:first-child]:min-w-0 [&>:first-child]:flex-[1_1_320px]">
      <div>
        <p>
          <strong>{test}</strong> <Badge tone={inForce ? 'ok' : 'neutral'}>{inForce ? t`On` : t`Off`}</Badge>
        </p>
        {inForce && (
          <p className="hint">
            <Trans>
              Version {inForce.version}, turned on by {inForce.turnedOnBy},{' '}
              <When at={inForce.turnedOnAt} zone={zone} distance={false} />: {inForce.reason}
            </Trans>
          </p>
        )}
        {open.length > 0 && <p className="hint">{sayOpen(open, analytes.length, inForce !== null)}</p>}
        {history.length > 0 && <RuleHistory rule={rule} zone={zone} />}
      </div>
      <div className="flex flex-wrap gap-2">
        <TurnOn rule={rule} />
        {inForce && <TurnOff rule={rule} />}
      </div>
    </li>
  )
}

function sayOpen(open: readonly { name: string }[], all: number, on: boolean): string {
  if (open.length === all) {
    return on
      ? t`None of its intervals is confirmed: it releases nothing yet.`
      : t`None of its intervals is confirmed: it would release nothing yet.`
  }
  return t`Results with ${sayNames(open.map(({ name }) => name))} are left for manual release: those intervals are not confirmed.`
}

/** "A", "A or B", "A, B, C or 4 more". */
function sayNames(names: readonly string[]): string {
  const shown = names.slice(0, 3)
  const rest = names.length - shown.length
  return sayList(rest > 0 ? [...shown, t`${rest} more`] : shown, 'disjunction')
}

function HeldBack({ zone }: { zone: string }) {
  const held = useQuery({ ...queryFor(heldBack), staleTime: 5_000 })
  return (
    <section aria-labelledby="held-back" className="mt-6">
      <h2 id="held-back">
        <Trans>Recently left for manual release</Trans>
      </h2>
      {held.data?.length === 0 && (
        <p>
          <Trans>No rule has left a test for manual release yet.</Trans>
        </p>
      )}
      {held.error && (
        <p role="alert">
          <Trans>This could not be loaded. {held.error.message}</Trans>
        </p>
      )}
      <ul className="list-none">
        {held.data?.map(({ id, title, accession, completedAt, why, released }) => (
          <li key={id} className="border-t py-4">
            <p>
              <Link to="/tasks/$id" params={{ id }}>
                {title}, <span className="figures">{accession}</span>
              </Link>{' '}
              <span className="hint">
                {released ? (
                  <Trans>
                    completed <When at={completedAt} zone={zone} />, released by a person since
                  </Trans>
                ) : (
                  <Trans>
                    completed <When at={completedAt} zone={zone} />
                  </Trans>
                )}
              </span>
            </p>
            <p>{why}.</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
