import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { endResultLink, listResultLinks, type ResultLink, resultLinkWays } from '#contract/result-links.ts'
import { call } from '../../../api/client.ts'
import { queryFor } from '../../../api/queries.ts'
import { translated } from '../../../lib/translated.ts'
import { useCall } from '../../../screen/use-call.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { FormActions } from '../../../ui/form-actions.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { When } from '../../../ui/when.tsx'
import { GiveLink } from './give-link.tsx'
import { PrintSlip } from './print-slip.tsx'

const stateWords: Record<ResultLink['state'], string> = {
  open: t`Open`,
  locked: t`Locked after five wrong answers`,
  expired: t`Expired`,
  ended: t`Ended`,
}
const stateTones: Record<ResultLink['state'], Tone> = {
  open: 'ok',
  locked: 'warning',
  expired: 'neutral',
  ended: 'neutral',
}

/** For staff: links and slips that open the report of a visit to people without an account. */
export function ResultLinks({ visitId, zone }: { visitId: string; zone: string }) {
  const { data } = useQuery(queryFor(listResultLinks, { params: { id: visitId } }))
  const [showsAll, setShowsAll] = useState(false)
  if (!data) return null
  const open = data.links.filter(({ state }) => state === 'open' || state === 'locked')
  const shown = showsAll ? data.links : open
  return (
    <Card className="mb-6" aria-labelledby="without-account">
      <h2 id="without-account" className="mb-3 text-l">
        <Trans>Results without an account</Trans>
      </h2>
      <p className="hint max-w-[68ch]">
        <Trans>
          A link or a slip opens the report for 30 days, after the date of birth or the code of the slip is
          entered.
        </Trans>{' '}
        {open.length === 0 && t`None is open.`}
      </p>
      <LinkList visitId={visitId} links={shown} zone={zone} />
      <div className="mt-3">
        <FormActions>
          <GiveLink visitId={visitId} given={data} />
          <PrintSlip visitId={visitId} whyNot={data.whyNotSlip} />
          {data.links.length > open.length && (
            <Button variant="plain" onClick={() => setShowsAll(!showsAll)}>
              {showsAll ? t`Hide ended ones` : t`Show ${data.links.length - open.length} ended`}
            </Button>
          )}
        </FormActions>
      </div>
    </Card>
  )
}

function LinkList({ visitId, links, zone }: { visitId: string; links: readonly ResultLink[]; zone: string }) {
  const end = useCall((linkId: string) => call(endResultLink, { params: { id: visitId, linkId } }))
  if (links.length === 0) return null
  return (
    <>
      {end.error && (
        <Notice kind="error" role="alert">
          <p>
            <Trans>The link was not ended. {end.error.message}</Trans>
          </p>
        </Notice>
      )}
      <ul className="[&_li]:row mb-6 [&_li]:justify-between [&_li]:gap-x-4 [&_li]:gap-y-2 [&_li]:border-t [&_li]:py-2">
        {links.map((link) => (
          <li key={link.id}>
            <div>
              <p>
                <strong>{translated(resultLinkWays[link.way])}</strong>
                {link.sentTo && (
                  <>
                    {' '}
                    <Trans>to {link.sentTo}</Trans>
                  </>
                )}{' '}
                <Badge tone={stateTones[link.state]}>{stateWords[link.state]}</Badge>
              </p>
              <p className="hint max-w-[68ch]">
                <When at={link.createdAt} zone={zone} distance={false} />,{' '}
                {link.by === null ? t`sent automatically` : t`by ${link.by}`}.{' '}
                {link.lastOpenedAt === null ? (
                  t`Not opened yet.`
                ) : (
                  <Trans>
                    <Plural value={link.opened} one="Opened once" other="Opened # times" />, last{' '}
                    <When at={link.lastOpenedAt} zone={zone} distance={false} />.
                  </Trans>
                )}
              </p>
            </div>
            {(link.state === 'open' || link.state === 'locked') && (
              <Button
                pending={end.isPending && end.variables === link.id}
                disabled={end.isPending}
                onClick={() => end.mutate(link.id)}
              >
                <Trans>End it</Trans>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
