import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { readProfile } from '#contract/access.ts'
import { confirmTwi, type Settings } from '#contract/settings.ts'
import { call } from '../../api/client.ts'
import { queryFor } from '../../api/queries.ts'
import { browserZone } from '../../lib/times.ts'
import { ConfirmButton } from '../../screen/confirm-button.tsx'
import { Card } from '../../ui/card.tsx'
import { When } from '../../ui/when.tsx'

/** Whether somebody who speaks Twi has checked the texts in it. Only managers confirm it. */
export function TwiCard({ twi: { confirmed, by, version } }: { twi: Settings['twi'] }) {
  const { data: me } = useQuery(queryFor(readProfile))
  const confirm = (next: boolean) => call(confirmTwi, { body: { confirmed: next, version } })
  return (
    <Card title={t`Texts in Twi`}>
      <p className="mb-3">
        {by ? (
          <Confirmed {...by} />
        ) : (
          <Trans>
            The built-in screens and messages in Twi are to be checked by a speaker. Until a manager confirms
            this, Twi has a mark where a language is chosen in the settings.
          </Trans>
        )}
      </p>
      {me?.role === 'admin' &&
        (confirmed ? (
          <ConfirmButton
            opener={{ children: t`Withdraw the confirmation` }}
            question={t`Withdraw the confirmation of the texts in Twi?`}
            yes={t`Withdraw`}
            act={() => confirm(false)}
          >
            <p>
              <Trans>Twi is marked again as to be checked by a speaker. Messages are still sent in it.</Trans>
            </p>
          </ConfirmButton>
        ) : (
          <ConfirmButton
            opener={{ children: t`Confirm the texts in Twi` }}
            question={t`Has a speaker checked the texts in Twi?`}
            yes={t`Confirm`}
            no={t`Not yet`}
            act={() => confirm(true)}
          >
            <p>
              <Trans>Your name and the time are kept, and the mark is taken away.</Trans>
            </p>
          </ConfirmButton>
        ))}
    </Card>
  )
}

const Confirmed = ({ name, at }: { name: string; at: string }) => (
  <Trans>
    A speaker has checked them. Confirmed by {name}, <When at={at} zone={browserZone()} distance={false} />.
  </Trans>
)
