import { changeLogo, largestLogo, removeLogo } from '#contract/settings.ts'
import { call } from '../../api/client.ts'
import { PictureCard } from './picture-card.tsx'
import css from './settings.module.css'

/** The logo, on screens and reports. */
export function LogoCard({ logo }: { logo: string | null }) {
  return (
    <PictureCard
      title="Logo"
      isSet={logo !== null}
      shown={
        logo ? (
          <img src={logo} alt="The logo of the laboratory" className={css.picture} />
        ) : (
          <p className={css.quiet}>There is none yet.</p>
        )
      }
      about={`A PNG or JPEG of up to ${Math.round(largestLogo / 1024)} kB. It stands over the screens, and on reports from now on.`}
      save={(file) => (file ? call(changeLogo, { body: file }) : call(removeLogo))}
    />
  )
}
