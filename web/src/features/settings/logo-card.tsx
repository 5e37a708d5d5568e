import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { changeLogo, largestLogo, removeLogo } from '#contract/settings.ts'
import { call } from '../../api/client.ts'
import { PictureCard } from './picture-card.tsx'

/** The logo, on screens and reports. */
export function LogoCard({ logo }: { logo: string | null }) {
  return (
    <PictureCard
      title={t`Logo`}
      isSet={logo !== null}
      shown={
        logo ? (
          <img
            src={logo}
            alt={t`The logo of the laboratory`}
            className="max-h-30 max-w-[min(100%,320px)] rounded border bg-white object-contain p-2"
          />
        ) : (
          <p className="text-ink-soft">
            <Trans>There is none yet.</Trans>
          </p>
        )
      }
      about={t`A PNG or JPEG of up to ${Math.round(largestLogo / 1024)} kB. It stands over the screens, and on reports from now on.`}
      save={(file) => (file ? call(changeLogo, { body: file }) : call(removeLogo))}
    />
  )
}
