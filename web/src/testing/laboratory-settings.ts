import type { ResponseInput } from '#contract/endpoint.ts'
import type { settings } from '#contract/settings.ts'

type Settings = ResponseInput<typeof settings>

const version = '0000000000000001'

/** The settings of a laboratory, with some of them as given. */
export const laboratorySettings = ({
  booking,
  sites = [],
}: {
  booking?: Partial<Settings['booking']>
  sites?: Settings['sites']
}): Settings => ({
  laboratory: {
    name: 'Phial Laboratory',
    address: 'Accra',
    phone: '+233 30 000 0000',
    email: 'hello@phial.example',
    language: 'en',
    weekStart: 'locale',
    version,
  },
  booking: {
    horizonDays: 56,
    cutOffMinutes: 120,
    holdMinutes: 10,
    stepMinutes: 15,
    bufferMinutes: 0,
    overbookLimit: 2,
    majorityAge: 18,
    version,
    ...booking,
  },
  reports: {
    cellCounts: 'per_microlitre',
    page: 'a4',
    head: '',
    foot: '',
    accreditation: '',
    sendResultLinks: false,
    version,
  },
  signIn: { secondFactor: 'nobody', version },
  twi: { confirmed: false, by: null, version },
  hasAccreditationMark: false,
  logo: null,
  sites,
})
